"""The campaigns of this user: where they lie, and what is done with one. Knows nothing of Kivy.

A campaign is open only while something is done with it: nothing is lost with the program.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from companion.cards import DECK_ENDING
from companion.games.campaign import CampaignDeed, CampaignError
from companion.games.command import Command
from companion.presentation.campaign_page import page_of
from companion.record.errors import RecordError
from companion.record.private_file import write_private
from companion.referee.history.campaign_record import CampaignRecord
from companion.tablet.data.saved_games import files
from companion.tablet.data.settings import Settings
from companion.tablet.data.setup_draft import Draft
from companion.texts import Language

ENDING = ".campaign"
LOOKED_THROUGH = 12
"""So many of the games that were played last are looked through for the match of a campaign."""


@dataclass(frozen=True, slots=True)
class CampaignSeen:
    """A campaign as a screen shows it.

    Attributes:
        title: What runs.
        lines: How it stands, in sentences.
        players: Id and name of each.
        deeds: What each may do now.
        is_played: Whether a match is to be played now.
        ending: How it ended, in a sentence; empty while it goes on.
    """

    title: str
    lines: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    deeds: tuple[CampaignDeed, ...]
    is_played: bool
    ending: str = ""


def campaigns(folder: Path) -> tuple[Path, ...]:
    """The campaigns of a folder, the newest first."""
    try:
        return tuple(sorted(folder.glob(f"*{ENDING}"), key=lambda each: each.stat().st_mtime, reverse=True))
    except OSError:
        return ()


def campaign_seen(path: Path, language: Language) -> CampaignSeen:
    """How a campaign stands.

    Raises:
        CampaignError: If it is no campaign.
        RecordError: If it is no record, or not as it was written.
    """
    with closing(CampaignRecord.read(path)) as read:
        summary, ending = read.summary(language), read.ending(language)
        return CampaignSeen(summary.title, summary.lines, read.seats, read.deeds(language), bool(read.options), ending)


def done(path: Path, command: Command, now: Callable[[], str], language: Language) -> tuple[str, ...]:
    """Does what a player wants; what happened, in sentences.

    Raises:
        CampaignError: If a rule forbids it, or it is no campaign.
        RecordError: If it cannot be read or written.
    """
    with closing(CampaignRecord.open(path, now)) as going:
        return going.do(command, language)


def undone(path: Path, now: Callable[[], str]) -> None:
    """Takes the last thing back.

    Raises:
        CampaignError: If there is none.
        RecordError: If it cannot be read or written.
    """
    with closing(CampaignRecord.open(path, now)) as going:
        going.undo(going.seats[0][0])


def match_draft(path: Path, settings: Settings) -> Draft:
    """The match that is to be played: its options, and the players with the decks of the campaign.

    Raises:
        CampaignError: If it is no campaign.
        RecordError: If it cannot be read, or the decks cannot be written.
    """
    with closing(CampaignRecord.read(path)) as read:
        name, decks, options = read.record.game.name.partition(".")[0], read.decks, read.options
        names = [called for _, called in read.seats]
    draft = Draft.of(settings).with_game(name, settings)
    for key, value in options.items():
        draft = draft.with_choice(key, value)
    folder = path.with_suffix(".decks")
    for number, (player, text) in enumerate(decks.items()):
        file = folder / f"{player}{DECK_ENDING}"
        _write(file, text)
        draft = draft.with_player(number, replace(draft.seats[number], name=names[number], deck=str(file)))
    return draft


def match_result(path: Path, folder: Path) -> Command:
    """The result of the match that was played: of the newest game of a folder that is one of this campaign's.

    Raises:
        CampaignError: If there is none.
        RecordError: If the campaign cannot be read.
    """
    with closing(CampaignRecord.read(path)) as read:
        known = read.recorded
        for file in files(folder)[:LOOKED_THROUGH]:
            try:
                command = read.result_of(file)
            except (CampaignError, RecordError, OSError):
                continue
            if getattr(command, "record", "") not in known:
                return command
    raise CampaignError("no finished match")


def printed(path: Path, language: Language) -> Path:
    """Writes the sheets of all players beside the campaign, as a page to print.

    Raises:
        CampaignError: If it is no campaign.
        RecordError: If it cannot be read, or the page cannot be written.
    """
    with closing(CampaignRecord.read(path)) as read:
        found = read.sheets(language)
    out = path.with_suffix(".html")
    _write(out, page_of(found[1:], path.stem, language))
    return out


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, text.encode())
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
