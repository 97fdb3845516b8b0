"""How dice and players fared, from a record: all rolls that reached it, undone ones too, for dice know no undoing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any

import msgspec

from companion.documents import decode_json
from companion.games.common import DiceRolled
from companion.games.protocol import Game
from companion.presentation.teller import Teller
from companion.record.chain import Entry
from companion.record.record import Record
from companion.record.walk import walk
from companion.referee.api.luck import Luck, LuckEntry
from companion.texts import Language, say
from hardware.fairness import FaceSample, Fairness, per_die, per_player

SYMBOLS = "symbols"
NUMBERS = "d6"
HEAP = "camera"
NO_DIE = ("", "manual")
"""Sources of faces that a person told: which die that was, nobody knows."""


class _Face(msgspec.Struct, frozen=True):
    die: str
    face: Annotated[int, msgspec.Meta(ge=1, le=6)]
    source: str


class _Roll(msgspec.Struct, frozen=True):
    """What is read of a roll that backs an entry."""

    faces: tuple[_Face, ...]
    symbols: Annotated[tuple[str, ...], msgspec.Meta(min_length=6)]
    symbols_only: tuple[str, ...]


def luck_of(record: Record, language: Language) -> Luck:
    """The luck of all players and the fairness of all dice of a game.

    Of players symbols are counted, for those are known of every roll; of a die its numbers, where it tells them.

    Args:
        record: The game.
        language: Of the sentences.
    """
    by_player: list[FaceSample] = []
    by_die: list[FaceSample] = []
    symbols = _Symbols(_even_symbols(record.game))
    for passage in walk(record):
        told = _told(record, passage.entry, symbols)
        by_die += told
        for each in passage.happened:
            if isinstance(each.event, DiceRolled):
                by_player += symbols.of_player(each.event)
                by_die += () if told else symbols.of_witnesses(each.event)
    teller = Teller(record.game, record.state, language)
    order = [seat.id for seat in record.setup.seats]  # type: ignore[attr-defined]  # every game's setup has seats
    players = sorted(per_player(by_player).items(), key=lambda each: order.index(each[0][0]))
    return Luck(
        tuple(_luck(who, teller.name(who), symbols.faces, fair, teller) for (who, _), fair in players),
        tuple(_dice(by_die, symbols, teller)),
    )


def _even_symbols(game: Game[Any]) -> tuple[str, ...]:
    """What stands on a game's dice, if that is one kind of dice and each symbol on as many faces as another."""
    kinds = list(game.shelf.dice().values())
    if len(kinds) != 1:
        return ()
    counts = Counter(kinds[0].faces)
    return kinds[0].symbols if len(set(counts.values())) == 1 else ()


class _Symbols:
    """What stands on a game's dice, each symbol on as many faces as another.

    Attributes:
        faces: The symbols.
        die: What their fairness is worked out as: a die with one face for each.
    """

    def __init__(self, faces: tuple[str, ...]) -> None:
        self.faces, self.die = faces, f"d{len(faces)}"

    def thrown(self, die: str, player: str | None, face: str) -> FaceSample:
        """One face that came.

        Raises:
            ValueError: If it is none of the symbols.
        """
        return FaceSample(die, player, 1 + self.faces.index(face), self.die)

    def of_player(self, event: DiceRolled) -> Iterator[FaceSample]:
        for face in event.faces:
            if face in self.faces:
                yield self.thrown("", event.by, face)

    def of_witnesses(self, event: DiceRolled) -> Iterator[FaceSample]:
        for face, witness in zip(event.faces, event.witnesses, strict=False):
            if witness.source not in NO_DIE and face in self.faces:
                yield self.thrown(_same_die(witness.die), None, face)


def _told(record: Record, entry: Entry, symbols: _Symbols) -> list[FaceSample]:
    """What dice told for a roll, by its evidence; nothing for faces that came otherwise, or told in another form."""
    found: list[FaceSample] = []
    for each in entry.evidence:
        if each.name.rpartition(".")[2] == "roll" and (data := record.evidence(each.digest)) is not None:
            with suppress(ValueError):  # no JSON, another form, or a symbol that is none
                roll = decode_json(data, _Roll)
                found += [_thrown(face, roll, symbols) for face in roll.faces if face.source not in NO_DIE]
    return found


def _thrown(face: _Face, roll: _Roll, symbols: _Symbols) -> FaceSample:
    if face.source in roll.symbols_only:
        return symbols.thrown(_same_die(face.die), None, roll.symbols[face.face - 1])
    return FaceSample(_same_die(face.die), None, face.face, NUMBERS)


def _same_die(die: str) -> str:
    """A name that is the same die's for the whole game: those that a camera numbers anew each throw are one heap.

    Dice of several kinds, which the camera tells by their colour, are a heap for each kind.
    """
    if not die.startswith(f"{HEAP}:") or die.startswith(f"{HEAP}:code-"):
        return die
    kind = die.removeprefix(f"{HEAP}:").rpartition("-")[0]
    return f"{HEAP}:{kind}" if kind else HEAP


def _dice(throws: Sequence[FaceSample], symbols: _Symbols, teller: Teller) -> Iterator[LuckEntry]:
    for kind, faces in ((symbols.die, symbols.faces), (NUMBERS, ())):
        for die, fair in sorted(per_die(each for each in throws if each.kind == kind).items()):
            yield _luck(die, teller.die(die.partition(":")[0], die), faces, fair, teller)


def _luck(who: str, name: str, faces: tuple[str, ...], fair: Fairness, teller: Teller) -> LuckEntry:
    labels = [teller.face(faces[number - 1]) if faces else str(number) for number in sorted(fair.counts)]
    return LuckEntry(
        who, name, SYMBOLS if faces else NUMBERS, fair, tuple(labels), tuple(_sentences(fair, labels, teller.language))
    )


def _sentences(fair: Fairness, labels: Sequence[str], language: Language) -> Iterator[str]:
    yield say(language, f"fairness.counts.{fair.finding.value}", rolls=fair.rolls, needed=fair.needed)
    yield say(language, f"fairness.order.{fair.order_finding.value}")
    if fair.noticed_share is not None:
        share, even = 100 * fair.noticed_share, 100 / len(fair.counts)
        yield say(language, "fairness.noticed", share=share, fair=even)
        yield say(language, "fairness.seldom")
    if fair.longest_run_face is not None:
        face = labels[sorted(fair.counts).index(fair.longest_run_face)]
        yield say(language, "fairness.longest_run", count=fair.longest_run, face=face)
