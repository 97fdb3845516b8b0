"""What `companion cards check` and `companion cards new` do: explain every mistake; give something to begin with."""

from dataclasses import dataclass
from pathlib import Path as File

from companion.cards.errors import CardsError, Fault


class TemplateError(CardsError, ValueError):
    """A template that cannot be written where it was asked for."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found in one file.

    Attributes:
        file: As it was given.
        kind: `pack`, or what the game calls a deck.
        cards: How many cards it has.
        faults: Every mistake, and what deserves a warning.
        unit: What one of them is called.
        drafts: How many cards are kept half entered beside them.
    """

    file: str
    kind: str
    cards: int
    faults: tuple[Fault, ...]
    unit: str = "card"
    drafts: int = 0

    @property
    def ok(self) -> bool:
        """Whether it can be played with."""
        return all(each.warning for each in self.faults)


def lines_of(checked: CheckReport) -> tuple[str, ...]:
    """What people read."""
    wrong = sum(not each.warning for each in checked.faults)
    verdict = "no mistakes" if not wrong else "1 mistake" if wrong == 1 else f"{wrong} mistakes"
    cards = _counted(checked.cards, checked.unit)
    cards += f" and {_counted(checked.drafts, 'draft')}" if checked.drafts else ""
    return (*(str(each) for each in checked.faults), f"{checked.file}: {checked.kind} of {cards}, {verdict}")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def json_of(checked: CheckReport) -> dict[str, object]:
    """What programs read."""
    return {
        "file": checked.file,
        "kind": checked.kind,
        "cards": checked.cards,
        "drafts": checked.drafts,
        "ok": checked.ok,
        "faults": [
            {
                "line": each.line,
                "card": each.card,
                "rule": each.rule_id,
                "sentence": each.sentence,
                "warning": each.warning,
            }
            for each in checked.faults
        ],
    }


def write_template(path: File, template: str) -> None:
    """Writes a template into a new file.

    Raises:
        TemplateError: If there is such a file already, or it cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template)
    except FileExistsError as error:
        raise TemplateError(f"{path} exists already; name a new file with --out") from error
    except OSError as error:
        raise TemplateError(f"cannot write {path}: {error.strerror}") from error
