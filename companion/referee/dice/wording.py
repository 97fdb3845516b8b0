"""Dice at the table put into words, for one language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.command import SPECTATOR, TABLE
from companion.games.reroll import RerolledDice
from companion.presentation.tasks import tasks
from companion.referee.api.rolls import (
    DiceAnswer,
    DiceQuestion,
    DieAtTable,
    DieFace,
    FaceKey,
    FaceState,
    OpenRoll,
    Throw,
)
from companion.referee.api.table_intents import AnswerVoid, AssignThrow, DecideFace, DecideThrows, RerollDie
from companion.referee.dice.roll_manager import name_of_roll
from companion.referee.dice.sources import FoundDie, Reach
from companion.referee.match.match import Match
from companion.referee.match.pending_rolls import PendingRoll, owed_rolls
from companion.texts import Language, TextError, say
from hardware.events import EvidenceKind
from hardware.makes import MAKES
from hardware.rolls import Entry, Fate, FateReason, Journal, Question, QuestionKind, RollProgress

LAST_ASIDE = 8
NO_BODY = frozenset({"manual", "virtual", "camera"})
"""Sources whose dice cannot be told from one another: a number of theirs would be taken for another die's."""
NAMELESS = NO_BODY.union(*(make.sources for make in MAKES if not make.has_names))
"""Sources whose dice are called by what they are and their number; others have names of their own."""
SHOW_THEMSELVES = frozenset(source for make in MAKES if make.shows_itself for source in make.sources)
SHOWN = {source: make.shown for make in MAKES for source in make.sources}
"""What sources are called that the texts have no name for."""
OUTSIDE = (Fate.PRACTICE, Fate.ANOMALY)
REASONS = ("cocked", "off", "touched", "unclear")


OpenRolls = tuple[tuple[str, PendingRoll, RollProgress], ...]
"""The rolls that dice may be thrown for now: id, what is owed, how it stands."""


@dataclass(frozen=True, slots=True)
class DiceState:
    """All that is known of dice now.

    Attributes:
        journal: The dice's journal.
        over: Throws that are over and left the journal, oldest first.
        rolls: The open rolls.
        found: What was heard of each die.
        symbols: What the numbers 1 to 6 stand for.
        sources: Dice of this evening, as they were named.
        troubles: What is wrong, a sentence each.
        virtual: Whether there are virtual dice.
        typed: Whether the table accepts faces that are entered by hand.
        said: What became of the last intent, a sentence.
    """

    journal: Journal
    over: tuple[Entry, ...]
    rolls: OpenRolls
    found: Mapping[str, FoundDie]
    symbols: Sequence[str]
    sources: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    virtual: bool = False
    typed: bool = True
    said: str = ""


def throw_shown(table: DiceState, match: Match, language: Language) -> Throw:
    """Everything about dice, for screens."""
    return _DiceText(table, match, language).throw()


def said_beside(rolls: OpenRolls, match: Match, seat: str, language: Language) -> str:
    """That others owe dice of their own too, and who throws first; empty where nobody else does."""
    owing = dict.fromkeys(each.seat for each in owed_rolls(match) or () if not each.together)
    others, thrown_for = [each for each in owing if each != seat], {owed.seat: None for _, owed, _ in rolls}
    if seat not in owing or not others or not thrown_for:
        return ""
    name = match.teller(language).name
    if set(owing) <= set(thrown_for):
        return say(language, "dice.beside", player=name(seat), others=", ".join(map(name, others)))
    return say(language, "dice.shared", player=name(next(iter(thrown_for))))


class _DiceText:
    def __init__(self, table: DiceState, match: Match, language: Language) -> None:
        self._table, self._match, self._language = table, match, language
        self._teller = match.teller(language)

    def throw(self) -> Throw:
        table = self._table
        ended = [
            *table.over,
            *(entry for entry in table.journal.entries.values() if entry.request not in table.journal.open),
        ]
        aside = [entry for entry in ended if entry.fate in OUTSIDE or entry.why is FateReason.WITHDRAWN]
        return Throw(
            rolls=tuple(self._roll(*each) for each in table.rolls),
            aside=tuple(self._face(each, FaceState.ASIDE) for each in reversed(aside[-LAST_ASIDE:])),
            dice=tuple(self._dice()),
            sources=table.sources,
            troubles=table.troubles,
            said=table.said,
            reasons=tuple(self._say(f"dice.again.{reason}") for reason in REASONS),
        )

    def _roll(self, id_: str, owed: PendingRoll, standing: RollProgress) -> OpenRoll:
        asked = {number for question in standing.questions for number in question.entries}
        sights = self._sights(standing)
        faces = []
        for entry in standing.counted:
            waits = FaceState.WAITING if entry.number in standing.waiting else FaceState.COUNTS
            state = FaceState.ASKED if entry.number in asked else waits
            faces.append(self._face(entry, state, owed, sights.get(entry.number, ())))
        faces += (self._face(entry, FaceState.TUMBLING, owed) for entry in standing.tumbling)
        return OpenRoll(
            id=name_of_roll(id_),
            seat=owed.seat,
            name=self._name(owed.seat),
            title=self._title(owed),
            count=owed.count,
            owed=standing.owed,
            faces=tuple(faces),
            void=tuple(self._face(entry, FaceState.VOID, owed) for entry in standing.void),
            questions=tuple(self._question(each, standing, owed) for each in standing.questions),
            again=tuple(self._again(owed)),
            keys=self._keys(owed),
            virtual=self._table.virtual and standing.owed > 0,
            typed=self._table.typed,
            beside=said_beside(self._table.rolls, self._match, owed.seat, self._language),
        )

    def _sights(self, standing: RollProgress) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for number, of in standing.witnesses.items():
            found[of] = (*found.get(of, ()), self._source(self._table.journal.entries[number].source))
        return found

    def _title(self, owed: PendingRoll) -> str:
        asked = tasks((owed.prompt,), self._teller.to(owed.seat))
        title = asked[0].title if asked else ""
        if not owed.kind:
            return title
        return self._say("dice.of_kind", title=title, kind=self._teller.kind_of_die(owed.kind))

    def _keys(self, owed: PendingRoll) -> tuple[FaceKey, ...]:
        if owed.numbers:
            return tuple(FaceKey(number, "", str(number)) for number in range(1, 7))
        # Of faces with the same symbol the lowest stands for them all.
        first = {symbol: value for value, symbol in reversed(list(enumerate(self._symbols(owed), 1)))}
        keys = [FaceKey(value, symbol, self._teller.face(symbol)) for symbol, value in first.items()]
        return tuple(sorted(keys, key=lambda key: key.value))

    def _face(
        self, entry: Entry, state: FaceState, owed: PendingRoll | None = None, witnesses: tuple[str, ...] = ()
    ) -> DieFace:
        report = entry.report
        value = entry.face
        face = "" if value is None or (owed is not None and owed.numbers) else self._symbol(value, owed)
        picture = b""
        if report is not None and report.evidence.kind is EvidenceKind.IMAGE:
            picture = report.evidence.data
        typed = report is not None and report.evidence.kind is EvidenceKind.HAND
        return DieFace(
            entry=entry.number,
            die=entry.die,
            name=self._die(entry.die),
            source=entry.source,
            source_name=self._source(entry.source),
            state=state,
            value=value,
            face=face,
            label="" if value is None else self._label(value, owed),
            sure=entry.confidence,
            witnesses=witnesses,
            by_hand=typed or entry.said("face") is not None,
            why=self._why(entry, owed),
            crop=picture,
        )

    def _why(self, entry: Entry, owed: PendingRoll | None) -> str:
        if entry.why is None:
            return ""
        why = self._say(f"dice.fate.{entry.why.value}")
        why = f"{why}: {entry.detail}" if entry.why is FateReason.REROLL and entry.detail else why
        if owed is None or not entry.void_count:
            return why
        return self._say("dice.void_count", count=entry.void_count, why=why, player=self._name(owed.seat))

    def _question(self, question: Question, standing: RollProgress, owed: PendingRoll) -> DiceQuestion:
        entries = [self._table.journal.entries[number] for number in question.entries]
        first = entries[0]
        face = "" if first.face is None else self._label(first.face, owed)
        text = self._say(
            f"dice.ask.{question.ask.value}", die=self._die(first.die), face=face, **self._void(first, owed)
        )
        if question.ask is QuestionKind.VOIDED:
            answers = list(self._about_void(first, owed))
        else:
            answers = [*self._answers(question, entries, standing, owed), *self._once_more(question, entries)]
        return DiceQuestion(question.ask.value, text, question.entries, tuple(answers), owed.count)

    def _void(self, entry: Entry, owed: PendingRoll) -> dict[str, object]:
        """Words of a question about a void throw: whose it is, the how manieth, and why it is void."""
        voids = self._table.journal.voids.get(owed.seat, 0)
        if entry.claim is None:
            why = "" if entry.why is None else self._say(f"dice.fate.{entry.why.value}")
            return {"player": self._name(owed.seat), "count": entry.void_count or voids, "why": why}
        return {"player": self._name(owed.seat), "count": voids + 1, "why": entry.claim.reason}

    def _answers(
        self, question: Question, entries: Sequence[Entry], standing: RollProgress, owed: PendingRoll
    ) -> Iterable[DiceAnswer]:
        match question.ask:
            case QuestionKind.UNSURE | QuestionKind.ONLY_CAMERA:
                return self._shows(entries, entries[0].number, owed, all_faces=True)
            case QuestionKind.DISAGREE if self._is_named(entries):
                return self._shows(entries, entries[0].number, owed)
            case QuestionKind.DISAGREE:
                return self._sides(entries, standing, owed)
            case QuestionKind.SAME_DIE:
                return self._same_die(entries, standing)
            case QuestionKind.WHICH_ROLL:
                return [
                    DiceAnswer(
                        self._say("dice.answer.for", player=other.name), AssignThrow(entries[0].number, other.id)
                    )
                    for other in self._candidates(entries[0])
                ]
            case _:
                return []

    def _about_void(self, entry: Entry, owed: PendingRoll) -> Iterable[DiceAnswer]:
        """A throw that lies there may count all the same; one that came to nothing has no face."""
        yield DiceAnswer(self._say("dice.answer.void"), AnswerVoid(entry.number, void=True))
        if entry.face is not None and entry.claim is not None:
            stands = self._say("dice.answer.stands", face=self._label(entry.face, owed))
            yield DiceAnswer(stands, AnswerVoid(entry.number, void=False))

    def _candidates(self, entry: Entry) -> list[OpenRoll]:
        return [
            OpenRoll(id_, owed.seat, self._name(owed.seat), "", owed.count, 0)
            for id_, owed, _ in self._table.rolls
            if id_ in entry.candidates
        ]

    def _is_named(self, entries: Sequence[Entry]) -> bool:
        """Whether the other sights are of this very die, by its code."""
        return all(self._table.journal.pairs.get(entry.die) == entries[0].die for entry in entries[1:])

    def _shows(
        self, entries: Sequence[Entry], number: int, owed: PendingRoll, *, all_faces: bool = False
    ) -> list[DiceAnswer]:
        """The faces that were told first; where nobody else told one, all others after them."""
        told = [entry.face for entry in entries if entry.face is not None]
        values = list(dict.fromkeys(told))
        if all_faces:
            shown = {self._label(value, owed) for value in values}
            values += (key.value for key in self._keys(owed) if key.label not in shown)
        return [
            DiceAnswer(self._say("dice.answer.shows", face=self._label(value, owed)), DecideFace(number, value))
            for value in values
        ]

    def _sides(self, entries: Sequence[Entry], standing: RollProgress, owed: PendingRoll) -> list[DiceAnswer]:
        """Dice and camera could not be matched: what each of them told, with what both agree on."""
        camera = self._table.journal.policy.camera
        agreed = [entry for entry in standing.counted if entry not in entries]
        found = []
        for seen in (False, True):
            side = [entry for entry in entries if (entry.source == camera) == seen]
            kept = [*agreed, *side][: owed.count]
            faces = ", ".join(self._label(entry.face, owed) for entry in kept if entry.face is not None)
            if side:
                label = f"{self._source(side[0].source)}: {self._say('dice.answer.these', faces=faces)}"
                found.append(DiceAnswer(label, DecideThrows(self._id(owed), tuple(entry.number for entry in kept))))
        return found

    def _same_die(self, entries: Sequence[Entry], standing: RollProgress) -> list[DiceAnswer]:
        counted = [entry.number for entry in standing.counted]
        earlier = {entry.number for entry in entries[:-1]}
        roll, most = standing.asked.request.id, standing.asked.request.count
        found = []
        if len(counted) <= most:
            found.append(DiceAnswer(self._say("dice.answer.all"), DecideThrows(roll, tuple(counted))))
        last = tuple(number for number in counted if number not in earlier)
        if len(last) <= most:
            found.append(DiceAnswer(self._say("dice.answer.last"), DecideThrows(roll, last)))
        return found

    def _once_more(self, question: Question, entries: Sequence[Entry]) -> list[DiceAnswer]:
        if question.ask in (QuestionKind.SURPLUS, QuestionKind.SAME_DIE):
            return []
        ask = RerollDie(entries[0].number, self._say("dice.again.unclear"))
        return [DiceAnswer(self._say("dice.answer.again"), ask)]

    def _id(self, owed: PendingRoll) -> str:
        return next(id_ for id_, each, _ in self._table.rolls if each is owed)

    def _again(self, owed: PendingRoll) -> Iterable[str]:
        """Which dice are rolled again: their places in the roll before, what they showed, and which they were."""
        reroll = self._match.record.game.reroll(self._match.shown)
        if reroll is None:
            return
        dice = self._dice_of_roll(reroll)
        for number in reroll.places:
            face = self._teller.face(reroll.faces[number])
            die = dice.get(number, "")
            key = "with_die" if die else "one"
            yield self._say(f"dice.again_roll.{key}", number=number + 1, face=face, die=die)

    def _dice_of_roll(self, reroll: RerolledDice) -> dict[int, str]:
        """Names of the dice that showed each face last, as far as dice with names did."""
        found: dict[int, str] = {}
        for roll in self._match.rolls(SPECTATOR):
            event = roll.event
            if (event.purpose, event.creature) != (reroll.purpose, reroll.piece):
                continue
            found = found if event.again else {}
            for place, witness in zip(event.again or range(len(event.faces)), event.witnesses, strict=False):
                found[place] = self._die(witness.die) if witness.source not in NO_BODY else ""
        return found

    def _dice(self) -> list[DieAtTable]:
        journal = self._table.journal
        busy = {entry.die for entry in journal.entries.values() if entry.tumbling}
        found = [
            DieAtTable(
                die=die.die,
                name=self._die(die.die),
                source=_source_of(die.die),
                source_name=self._source(_source_of(die.die)),
                connected=die.reach is Reach.CONNECTED,
                lost=die.reach is Reach.LOST,
                why=self._say(f"dice.lost.{die.why}") if die.why else "",
                tumbling=die.die in busy,
                owner=journal.owners.get(die.die, ""),
                battery_percent=die.battery_percent,
                shows_itself=_source_of(die.die) in SHOW_THEMSELVES and die.reach is Reach.CONNECTED,
            )
            for die in self._table.found.values()
            if _source_of(die.die) != "manual"
        ]
        return sorted(found, key=lambda die: (not die.lost, die.die))

    def _die(self, die: str) -> str:
        source, _, rest = die.partition(":")
        found = self._table.found.get(die)
        if source in NAMELESS or found is None or not found.name:
            return self._say("dice.named", die=rest.removeprefix("code-"))
        return found.name

    def _symbols(self, owed: PendingRoll | None) -> Sequence[str]:
        """What the numbers of the dice of a roll stand for."""
        if owed is None or not owed.kind:
            return self._table.symbols
        return self._match.record.game.shelf.dice()[owed.kind].faces

    def _symbol(self, value: int, owed: PendingRoll | None) -> str:
        symbols = self._symbols(owed)
        return symbols[value - 1] if 1 <= value <= len(symbols) else ""

    def _label(self, value: int, owed: PendingRoll | None) -> str:
        symbol = "" if owed is not None and owed.numbers else self._symbol(value, owed)
        return self._teller.face(symbol) if symbol else str(value)

    def _source(self, source: str) -> str:
        try:
            return self._say(f"phones.source.{source}")
        except TextError:
            return SHOWN.get(source, source)

    def _name(self, seat: str) -> str:
        return "" if seat == TABLE else self._teller.name(seat)

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)


def _source_of(die: str) -> str:
    return die.partition(":")[0]
