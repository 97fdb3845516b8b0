"""Words and figures of a game that brings none of its own: whatever can be said of any game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.command import TABLE, Event
from companion.games.common import Answered, DiceRolled, DrawOffered, PileShuffled, QuestionClosed, Told, TurnBegan
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.result import ResultShown
from companion.games.display.sheets import OpenPointReading
from companion.games.display.speech import Phrase, Reference, Topic, Value, ValueList, Word
from companion.games.display.tally import Outcome, Score, StateSummary, Table, Turn
from companion.games.prompt import CommandSpec, cell_of, cell_word
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from companion.texts import COMMON, Language, TextError

if TYPE_CHECKING:
    from companion.games.protocol import Game


def readable(key: str) -> str:
    """A key as words, for what no text is there for."""
    return key.replace("_", " ").replace(".", " ").strip()


def plainly(key: str, values: Mapping[str, object], rule: str = "") -> str:
    """A sentence that no text is there for: its key and what stands in it.

    Args:
        key: Of the sentence.
        values: What stands in it, as its reader calls it.
        rule: Id of the rule behind it; empty for none.
    """
    said, told = readable(key), ", ".join(f"{readable(name)} {value}" for name, value in values.items())
    return f"{said[:1].upper()}{said[1:]}{f': {told}' if told else ''}{f' ({rule})' if rule else ''}."


def gave_up(outcome: Outcome, rule: str = "") -> Phrase:
    """That somebody gave up, and who has won by it."""
    players, winners = (ValueList(tuple(map(Reference, each))) for each in (outcome.gave_up, outcome.winners))
    return Phrase("gave_up", {"players": players, "winners": winners, "count": len(outcome.gave_up)}, rule)


def ending_of(outcome: Outcome) -> Phrase:
    """The sentence in which any game ends; its reason is the text `log.ended.REASON` where there is one."""
    values: dict[str, Value] = {}
    if outcome.reason:
        values["reason"] = Word(f"ended.{outcome.reason}", readable(outcome.reason))
    if outcome.winners:
        values["winners"] = ValueList(tuple(map(Reference, outcome.winners)))
        if outcome.gave_up:
            return gave_up(outcome)
        return Phrase("won" if outcome.reason else "won_by", values)
    return Phrase("drawn_game" if outcome.reason else "ended_drawn", values)


class PlainSpeech:
    """Names seats, and reads all else as it is written. A game's own speech may begin with it."""

    def __init__(self, game: "Game[Any]") -> None:
        """Takes the game, whose texts it speaks."""
        self._game = game

    def said(self, state: object, event: Event) -> tuple[Phrase, ...]:
        """One sentence an event: of those that games share theirs, of the game's own its kind with what stands in it.

        The texts of the topic `log` may have a better one, by the event's kind.
        """
        return (_shared(event) or _own(event),)

    def ending(self, state: object) -> Phrase | None:
        """Who won and why, as the game counts it; see `PlainTally.outcome`."""
        outcome = self._game.tally.outcome(state)
        return None if outcome is None else ending_of(outcome)

    def name(self, state: object, thing: str, language: Language) -> str:
        """The name of a seat; of anything else what the texts call it, or its id.

        What belongs to a player has an id such as `A:2` or `A:gate`. It is called `log.named.gate`, or else
        `log.named.piece`, given `player` and `number`, which is what stands behind the colon. Anything else is called
        `log.named.ID`, and a cell `log.cell`, given its `name` on the board, `q` and `r`.
        """
        if not thing or thing == TABLE:
            return COMMON.say(language, "log.table" if thing else "log.nobody")
        seats, (seat, _, rest) = _seats(state), thing.partition(":")
        if thing in seats:
            return seats[thing]
        if cell := cell_of(thing):
            grid = self._game.board.layout(state).grid
            named = f"{cell.q}, {cell.r}" if grid is None else grid.name(cell)
            return self._game.texts.say(language, "log.cell", name=named, q=cell.q, r=cell.r)
        if rest and seat in seats:
            keys, values = (f"log.named.{rest}", "log.named.piece"), {"player": seats[seat], "number": rest}
            return self._first(language, "", *keys, **values) or thing
        return self._first(language, "", f"log.named.{thing}") or thing

    def mark(self, thing: str) -> str:
        """The id without its colons."""
        return thing.replace(":", "")

    def refusal(self, state: object, violation: RuleViolation, viewer: str, language: Language) -> str:
        """The sentence of the game's texts, else the key as words; with what stands in it, and the rule's id."""
        values = {
            name: self.name(state, value, language) if isinstance(value, str) else value
            for name, value in violation.values.items()
        }
        try:
            return self._game.texts.say(language, f"rules.{violation.key}", **values)
        except TextError:
            return plainly(violation.key, values, violation.rule_id)

    def label(self, spec: CommandSpec) -> str:
        """The command's kind; of those that games share and that ask for a yes or no, with the answer."""
        match spec.kind:
            case "ruling":
                return f"ruling_{'yes' if spec.fixed.get('yes') else 'no'}"
            case "offerdraw":
                return f"offerdraw_{'yes' if spec.fixed.get('agree') else 'no'}"
            case "reroll":
                return f"reroll_{'some' if spec.fields else 'none'}"
            case kind:
                return kind

    def word(self, state: object, name: str, word: str, language: Language) -> str:
        """What `name` knows, such as a seat or a piece; a text of the game; else the word itself."""
        named = self.name(state, word, language) if word else word
        return named if named != word else self._first(language, word, f"ask.word.{name}_{word}")

    def choice(self, state: object, word: str, spec: CommandSpec, purpose: str, language: Language) -> Choice:
        """What `name` knows, such as a seat or a card of the game; a text of the game; else the word itself."""
        named = self.name(state, word, language) if word else word
        if word in _seats(state):
            return Choice(word, named, word)
        return Choice(
            word, named if named != word else self._first(language, word, f"ask.option.{word}", f"log.{word}")
        )

    def face(self, state: object, face: str, language: Language) -> str:
        """A text of the topic `log.face` of the game; else the face itself."""
        return self._first(language, face, f"log.face.{face}")

    def lessons(self, state: object, about: str | Offer, language: Language) -> tuple[Lesson, ...]:
        """The text of the topic `teach` where the game has one."""
        key = f"do.{about.kind}" if isinstance(about, Offer) else f"task.{about.replace('.', '_')}"
        told = self._first(language, "", f"teach.{key}")
        return (Lesson("", told),) if told else ()

    def topic(self, phrase: Phrase) -> Topic:
        """By what all games tell; whatever is a game's own tells of moves."""
        return TOPICS.get(phrase.key.partition(".")[0], Topic.MOVES)

    def result(self, state: object, result: object, shapes: Mapping[str, str], language: Language) -> ResultShown:
        """Nothing."""
        return ResultShown("", (), ())

    def _first(self, language: Language, otherwise: str, *keys: str, **values: str) -> str:
        for key in keys:
            try:
                return self._game.texts.say(language, key, **values)
            except TextError:
                continue
        return readable(otherwise)


def _shared(event: Event) -> Phrase | None:
    """What is said of an event that games share; None for another."""
    found: Phrase | None = None
    match event:
        case TurnBegan(turn=turn, player=player):
            found = Phrase("turn_began", {"turn": turn, "player": Reference(player)})
        case DiceRolled():
            faces = ValueList(tuple(Word(f"face.{face}", face) for face in event.faces))
            purpose = Word(f"purpose.{event.purpose}", readable(event.purpose) or "–")
            found = Phrase("rolled", {"player": Reference(event.by), "purpose": purpose, "faces": faces})
        case PileShuffled(pile=pile):
            found = Phrase("deck_shuffled", {"player": Reference(pile)})
        case Answered(by=player, yes=yes):
            found = Phrase("answered", {"player": Reference(player), "answer": Word("yes" if yes else "no")})
        case QuestionClosed(yes=None):
            found = Phrase("question_withdrawn")
        case QuestionClosed(yes=yes):
            found = Phrase("question_settled", {"answer": Word("yes" if yes else "no")})
        case DrawOffered(players=players):
            offered = {"players": ValueList(tuple(map(Reference, players)))}
            found = Phrase("draw_offered", {**offered}) if players else Phrase("draw_offer_withdrawn")
        case Told(key=key, values=values):
            found = Phrase(f"told.{key}", {name: _meant(value) for name, value in values.items()})
        case _:
            pass
    return found


def _own(event: Event) -> Phrase:
    values = msgspec.structs.asdict(event)
    told = {
        name: _meant(value)
        for name, value in values.items()
        if isinstance(value, str | int | float | Cell) and value != ""
    }
    return Phrase(str(event.__struct_config__.tag), told)


def _meant(value: str | float | Cell) -> Value:
    if isinstance(value, Cell):
        return Reference(cell_word(value))
    return Reference(value) if isinstance(value, str) else value


TOPICS = {
    "turn_began": Topic.TURNS,
    "phase": Topic.TURNS,
    "won": Topic.TURNS,
    "won_by": Topic.TURNS,
    "drawn_game": Topic.TURNS,
    "ended_drawn": Topic.TURNS,
    "gave_up": Topic.TURNS,
    "rolled": Topic.FIGHTS,
    "deck_shuffled": Topic.CARDS,
    "drawn": Topic.CARDS,
    "drew": Topic.CARDS,
    "played": Topic.CARDS,
    "questioned": Topic.HAND,
    "answered": Topic.HAND,
    "overruled": Topic.HAND,
    "written_down": Topic.HAND,
}
"""Of sentences that any game may say."""


class PlainTally:
    """Counts what the state of any game may tell: a turn, whose it is, whether it is over."""

    def turn(self, state: object) -> Turn:
        """From `turn` and `active` of the state, where it has them."""
        number, player = getattr(state, "turn", 0), getattr(state, "active", "")
        return Turn(number if isinstance(number, int) else 0, player if isinstance(player, str) else "")

    def outcome(self, state: object) -> Outcome | None:
        """Over as soon as the state has an `outcome`; who won is told where that says so."""
        found = getattr(state, "outcome", None)
        if found is None:
            return None
        winners = getattr(found, "winners", (found,) if isinstance(found, str) else ())
        return Outcome(tuple(each for each in winners if each in _seats(state)), str(getattr(found, "reason", "")))

    def asks_all(self, state: object) -> bool:
        """As long as the state has a `question`."""
        return getattr(state, "question", None) is not None

    def under_way(self, state: object) -> bool:
        """As long as the state has `steps`."""
        return bool(getattr(state, "steps", ()))

    def readings(self, state: object, language: Language) -> tuple[OpenPointReading, ...]:
        """None: nothing is left open."""
        return ()

    def waiting_for(self, state: object, view: msgspec.Struct) -> tuple[str, ...]:
        """Those whom the view names, where it names any."""
        return tuple(getattr(view, "waiting_for", ()))

    def rules(self, state: object, language: Language) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def table(self, state: object, language: Language) -> Table:
        """No figures."""
        return Table()

    def curves(self, state: object) -> tuple[str, ...]:
        """None."""
        return ()

    def height(self, state: object, curve: str, player: str) -> int | None:
        """None."""
        return None

    def goal(self, state: object, curve: str) -> int:
        """None."""
        return 0

    def standing(self, state: object, view: msgspec.Struct, language: Language) -> StateSummary:
        """Which turn it is."""
        turn = self.turn(state)
        if not turn.number:
            return StateSummary()
        player = _seats(state).get(turn.player, turn.player)
        return StateSummary((COMMON.say(language, "report.turn", turn=turn.number, player=player),))

    def brief(self, state: object, language: Language) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def score(self, state: object) -> Score:
        """Nothing but who played."""
        return Score(players={seat: MappingProxyType({}) for seat in _seats(state)})


class PlainByHand:
    """What any game may let players do by hand, told by the kind of the command."""

    kinds = frozenset({"correct", "setvalue", "movecard", "concede", "offerdraw", "withdraw", "overrule", "clock"})

    def holds(self, spec: CommandSpec) -> bool:
        """Whether it is one of those that are always there for what the program does not know."""
        return spec.kind in self.kinds

    def offers(self, state: object, view: msgspec.Struct, language: Language) -> None:
        """The commands say all there is to say."""


def _seats(state: Any) -> dict[str, str]:  # noqa: ANN401 (any game's)
    """Names of the seats by id, where the setup has such."""
    seats = getattr(getattr(state, "setup", None), "seats", ())
    return {str(each.id): str(getattr(each, "name", "") or each.id) for each in seats if hasattr(each, "id")}
