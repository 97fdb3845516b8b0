"""The calls for a judge in a game's messages, with what was decided and the pictures that went along."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.league.wire.bodies import GameOpened, JudgeCalled, JudgeDecided
from companion.league.wire.messages import FeedMessage, body_of


@dataclass(frozen=True, slots=True)
class Judged:
    """One call.

    Attributes:
        number: Of the message that told it first.
        by: Name of who called; empty for the table.
        call: As it was told last: a photograph may have come later.
        decided: What was decided; None where nothing was.
    """

    number: int
    by: str
    call: JudgeCalled
    decided: JudgeDecided | None = None

    @property
    def sentence(self) -> str:
        """The call and its decision in words."""
        told = "nothing was decided"
        if self.decided is not None:
            told = f"{self.decided.judge or 'the judge'} decided: {self.decided.decision}"
        return f"message {self.number}: {self.by or 'the table'} called a judge ({self.call.about}); {told}"

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Writes the pictures into a folder; their files.

        Raises:
            OSError: If they cannot be written.
        """
        files = ((".svg", self.call.picture.encode()), (".jpg", self.call.photo))
        found = tuple((folder / f"call-{self.number}{ending}", data) for ending, data in files if data)
        if found:
            folder.mkdir(parents=True, exist_ok=True)
        for path, data in found:
            path.write_bytes(data)
        return tuple(path for path, _ in found)


def judged(messages: Iterable[FeedMessage]) -> tuple[Judged, ...]:
    """All calls of a game, in the order in which they came.

    Raises:
        FeedError: If a message holds none of what it says.
    """
    names, found = dict[str, str](), dict[str, Judged]()
    for message in messages:
        match body_of(message):
            case GameOpened() as opened:
                names = opened.players
            case JudgeCalled() as call:
                number = found[call.id].number if call.id in found else message.number
                found[call.id] = Judged(number, names.get(call.by, ""), call)
            case JudgeDecided() as decided if decided.id in found:
                found[decided.id] = replace(found[decided.id], decided=decided)
            case _:
                pass
    return tuple(found.values())
