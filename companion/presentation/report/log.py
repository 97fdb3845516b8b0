"""What a report tells of each turn: every entry with its time and its sentences, undone ones struck through."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from markupsafe import Markup

from companion.games.common import DiceRolled, TurnBegan
from companion.games.values import Witness, tells_place
from companion.presentation.evidence import backing_html, backings
from companion.presentation.report.cards import CardBook
from companion.presentation.teller import Teller
from companion.presentation.why import why_picture
from companion.record.grounds import BY_HAND, grounds_of
from companion.record.record import Record
from companion.record.walk import RecordedEntry, RecordedEvent, walk
from companion.texts import Language, say

SMALL = Markup("<p><small>{}</small></p>")
CERTAIN = 99
"""Percent from which on it is not said how certain a face is."""


@dataclass(slots=True)
class Section:
    """What is told of one turn.

    Attributes:
        title: Its heading.
        turn: Its number; 0 for setting up.
        active: Whose turn it is; empty for setting up.
        items: HTML of its entries.
        after: The game's state at its end.
    """

    title: str
    turn: int
    active: str = ""
    items: list[Markup] = field(default_factory=list)
    after: Any = None


def sections(record: Record, language: Language, viewer: str | None, book: CardBook) -> list[Section]:
    """All that happened, turn by turn; after an undo the turn that goes on has a section of its own.

    Args:
        record: The record.
        language: The reader's.
        viewer: Who may see it; None for the whole of it.
        book: Takes the cards that are named.
    """
    log = _Log(record, language, viewer, book)
    for passage in walk(record, viewer):
        log.take(passage)
    return log.sections if log.sections[0].items else log.sections[1:] or log.sections


class _Log:
    def __init__(self, record: Record, language: Language, viewer: str | None, book: CardBook) -> None:
        self._record, self._viewer, self._book = record, viewer, book
        self._teller = Teller(record.game, None, language)
        self._language = language
        self._grounds = grounds_of(record)
        self.sections = [Section(self._say("setup"), 0)]

    def take(self, passage: RecordedEntry) -> None:
        """Tells an entry."""
        match passage.entry.kind:
            case "command":
                self._tell(passage)
            case "undo" | "redo":
                self._rewound(passage)
            case "reveal":
                seed = self._record.seed.hex()
                note = Markup('<p class="note">{} <code>{}</code></p>').format(self._say("revealed"), seed)
                self._add(passage, [note])
            case "begin":
                pass
        self.sections[-1].after = passage.after

    def _tell(self, passage: RecordedEntry) -> None:
        self._follow(passage)
        lines: list[Markup] = []
        for undone, group in groupby(passage.happened, key=lambda each: not each.counts):
            told: list[Markup] = []
            for each in group:
                if isinstance(each.event, TurnBegan):
                    self._add(passage, lines + _struck(told, undone))
                    lines, told = [], []
                    self.sections[-1].after = each.before
                    self._open(each.event.turn, each.event.player, self._teller.at(each.before))
                    continue
                told += self._said(each)
            lines += _struck(told, undone)
        lines += self._backing(passage)
        self._add(passage, lines)

    def _follow(self, passage: RecordedEntry) -> None:
        """Opens the turn that it is, in a game that does not say where one begins."""
        if passage.happened:
            before = passage.happened[0].before
            turn = self._record.game.tally.turn(before)
            if turn.number != self.sections[-1].turn:
                self._open(turn.number, turn.player, self._teller.at(before))

    def _said(self, each: RecordedEvent) -> Iterator[Markup]:
        teller = self._teller.at(each.before)
        for phrase in self._record.game.speech.said(each.before, each.event):
            rule = Markup('<span class="rule">{}</span>').format(phrase.rule) if phrase.rule else ""
            kind = "dice" if isinstance(each.event, DiceRolled) else "phase" if phrase.key.startswith("phase.") else ""
            said = self._book.linked(teller.sentence(phrase), phrase, teller)
            shown = Markup('<p class="{}">').format(kind) if kind else Markup("<p>")
            yield Markup("{}{}{}</p>").format(shown, said, rule)
        if isinstance(each.event, DiceRolled) and each.event.witnesses:
            yield SMALL.format("; ".join(self._witnessed(each.event, teller)))
        if each.counts:
            yield from self._why(each)

    def _why(self, each: RecordedEvent) -> Iterator[Markup]:
        """What was measured for an event, to be opened."""
        ground = self._grounds.get(each.number)
        shows = self._record.game.grounds.may_be_shown
        if ground is None or not (self._viewer is None or shows(each.event, self._viewer)):
            return
        pictures = "".join(why_picture(measured, self._teller) for measured in ground.measured)
        if pictures:
            opened = Markup('<details><summary>{}</summary><div class="whys">{}</div></details>')
            yield opened.format(say(self._language, "phones.why"), Markup(pictures))  # noqa: S704 (escaped by `why`)

    def _witnessed(self, rolled: DiceRolled, teller: Teller) -> Iterator[str]:
        """Where each face comes from."""
        for face, witness in zip(rolled.faces, rolled.witnesses, strict=False):
            yield f"{teller.face(face)}: {self._source(witness)}"

    def _source(self, witness: Witness) -> str:
        source = self._teller.die(witness.source, witness.die)
        unsure = round(100 * witness.sure) < CERTAIN
        return f"{source}, {self._say('unsure', percent=100 * witness.sure)}" if unsure else source

    def _backing(self, passage: RecordedEntry) -> Iterator[Markup]:
        """What backs an entry."""
        if passage.happened:
            by_hand = any(each.name == BY_HAND for each in passage.entry.evidence)
            if by_hand and any(tells_place(each.event) for each in passage.happened):
                yield SMALL.format(say(self._language, "mat.entered_by_hand"))
            yield from backing_html(
                backings(self._record, passage.entry, self._teller.at(passage.after)), self._language
            )

    def _rewound(self, passage: RecordedEntry) -> None:
        teller = self._teller.at(passage.after)
        actor = teller.name(passage.entry.actor)
        key = "undone" if passage.entry.kind == "undo" else "redone"
        lines = [Markup('<p class="note">{}</p>').format(self._say(key, actor=actor))]
        for player, what in passage.learned:
            lines.append(Markup("<p>{}</p>").format(teller.learned(player, what)))
        self._add(passage, lines)
        turn = self._record.game.tally.turn(passage.after)
        if self.sections[-1].turn != turn.number:
            self._open(turn.number, turn.player, teller, again=True)

    def _open(self, turn: int, player: str, teller: Teller, *, again: bool = False) -> None:
        if not turn:
            self.sections.append(Section(self._say("setup"), 0))
            return
        name = teller.name(player)
        title = self._say("again" if again else "turn", turn=turn, player=name)
        self.sections.append(Section(title, turn, player))

    def _add(self, passage: RecordedEntry, lines: list[Markup]) -> None:
        if lines:
            at, said = passage.entry.at, Markup().join(_counted(lines))
            item = Markup('<li><time datetime="{}">{}</time><div class="said">{}</div></li>')
            self.sections[-1].items.append(item.format(at, at.partition("T")[2][:8], said))

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, f"report.{key}", **values)


def _struck(lines: list[Markup], undone: bool) -> list[Markup]:  # noqa: FBT001 (a condition)
    return [Markup("<del>{}</del>").format(line) for line in lines] if undone else lines


def _counted(lines: list[Markup]) -> Iterator[Markup]:
    """Joins equal lines that follow one another into one, with their number."""
    for line, same in groupby(lines):
        count = len(list(same))
        head, end, rest = line.partition("</p>")
        yield line if count == 1 else Markup("{} ×{}{}{}").format(head, count, end, rest)
