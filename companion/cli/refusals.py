"""Which errors a command tells its user in one sentence, and how that sentence is made safe to print."""

MAX_LETTERS = 600
"""Of a sentence: it may quote a file, and what a file says may be of any length."""


def refusals() -> tuple[type[Exception], ...]:
    """The errors that say what is wrong with the words on the command line, or with a file that they name."""
    from companion.cards import CardsError
    from companion.games.campaign import CampaignError
    from companion.games.registry import GameError
    from companion.geometry import GeometryError
    from companion.league.errors import LeagueError
    from companion.printing import PrintingError
    from companion.record.errors import RecordError
    from companion.referee.errors import RefereeError
    from hardware.source import DiceError
    from vision.errors import VisionError

    return (
        CampaignError,
        CardsError,
        DiceError,
        GameError,
        GeometryError,
        LeagueError,
        PrintingError,
        RecordError,
        RefereeError,
        VisionError,
    )


def one_line(sentence: str) -> str:
    """A sentence as it can be shown: words of a file in it may hold anything, also what steers a terminal.

    Bytes of a name that are no text stay, so that the name can be copied.
    """
    words = " ".join(sentence.split())
    words = words if len(words) <= MAX_LETTERS else f"{words[:MAX_LETTERS]}…"
    return "".join(
        letter if letter.isprintable() or "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1] for letter in words
    )
