"""What the game says: names of champions and cards, and the sentences of its events."""

from typing import Any

from companion.games.brawl.card_texts import effect_line
from companion.games.brawl.lessons import lessons_of
from companion.games.brawl.model import events as e
from companion.games.brawl.model.effects import ChoiceEffect
from companion.games.brawl.model.state import FIRST, State, key_of, trap_of
from companion.games.brawl.model.steps import CardStep, EffectsStep
from companion.games.brawl.own_texts import say
from companion.games.brawl.rules.targeting import in_area
from companion.games.brawl.tally import outcome_of
from companion.games.command import Event
from companion.games.common import PileShuffled, Told
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.defaults.speech import PlainSpeech, ending_of
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.speech import Phrase, Reference, Topic, Value, ValueList, Word
from companion.games.display.tally import CONCEDED
from companion.games.kit.events import DeckMade, Discarded, Ordered, Popped
from companion.games.prompt import CommandSpec, cell_of, cell_word
from companion.texts import Language, TextError, translated

SILENT = (
    e.Pushed, Popped, e.Replaced, DeckMade, e.ActionClosed, e.Expired, e.CoresReady, e.Lasted, e.TrapReturned,
    e.TrackMoved, e.Targeted,
)  # fmt: skip
"""Events of which nothing is said: they keep the rules' own books, or follow from what was said."""

MOVES = frozenset({"moved", "deployed", "placed", "swapped", "immobilised", "traplaid", "trapsprung", "corrected"})
FIGHTS = frozenset({"damaged", "healed", "knockedout", "poweredup", "refrained", "notreacted"})
PAID = frozenset({"play", "react", "change"})
"""Of a card that is chosen for these it matters which core pays for it."""
CARDS = frozenset({"cardplayed", "reacted", "discarded", "planned", "handshown", "drew", "recycled", "challengelaid"})


class BrawlSpeech(PlainSpeech):
    """Names and sentences."""

    def said(self, state: Any, event: Event) -> tuple[Phrase, ...]:  # noqa: ANN401 (as the base has it)
        """One sentence an event; none of those that only keep books, or hide all there is to say."""
        if isinstance(event, SILENT) or (isinstance(event, PileShuffled) and event.pile == FIRST):
            return ()
        if isinstance(event, e.Won) and event.why == CONCEDED and event.side:
            return (ending_of(outcome_of(state, event.side, event.why)),)
        return (_phrase(event) or super().said(state, event)[0],)

    def name(self, state: Any, thing: str, language: Language) -> str:  # noqa: ANN401 (as the base has it)
        """Champions, cards, cells, piles and sides by their names."""
        found = _card_name(state, thing, language)
        if found:
            return found
        if thing.startswith("trap@") and (cell := cell_of(thing[5:])):
            return say(language, "log.trap_at", cell=self.name(state, cell_word(cell), language))
        for key in (f"log.named.{thing}", f"log.zone.{thing}"):
            if (told := _told(language, key)) and thing:
                return told
        return super().name(state, thing, language)

    def mark(self, thing: str) -> str:
        """Of a champion its player and number."""
        return "" if thing.startswith("trap") else super().mark(thing)

    def label(self, spec: CommandSpec) -> str:
        """The command's kind; of a basic action and of a number set by hand which."""
        if spec.kind == "setvalue":
            return "setvalue_what"
        return f"act_{spec.fixed['action']}" if spec.kind == "act" else super().label(spec)

    def choice(self, state: Any, word: str, spec: CommandSpec, purpose: str, language: Language) -> Choice:  # noqa: ANN401 (as the base has it)
        """Champions, cards and cores by name."""
        if spec.kind == "aim" and isinstance(step := state.top, CardStep):
            area = state.card(step.card).target
            hit = () if area is None else in_area(state, area, step.piece, int(word))
            return Choice(word, ", ".join(self.name(state, each, language) for each in hit))
        if (option := _option(state, word, language)) and spec.kind == "choose":
            return Choice(word, option)
        name = "end" if spec.kind == "takeend" else "option"
        if spec.kind in PAID and (card := state.setup.cards.get(key_of(word))) is not None and card.core is not None:
            named, core = self.word(state, "option", word, language), say(language, f"log.core.{card.core.value}")
            return Choice(word, f"{named} · {core}", word)
        is_thing = word in state.champions or key_of(word) in state.setup.cards
        return Choice(word, self.word(state, name, word, language), word if is_thing else "")

    def word(self, state: Any, name: str, word: str, language: Language) -> str:  # noqa: ANN401 (as the base has it)
        """What a word in a prompt means."""
        named = self.name(state, word, language) if word else word
        if named != word:
            return named
        owner, _, core = word.partition(":")
        if core and (told := _told(language, f"log.core.{core}")):
            return f"{self.name(state, owner, language)}: {told}"
        keys = (f"log.core.{word}", f"ask.word.{word}", f"ask.word.{name}_{word}", f"log.how.{word}")
        return next((told for key in keys if (told := _told(language, key))), word)

    def lessons(self, state: Any, about: str | Offer, language: Language) -> tuple[Lesson, ...]:  # noqa: ANN401 (as the base has it)
        """The rule behind what is asked, or what may be done."""
        return lessons_of(about, language)

    def topic(self, phrase: Phrase) -> Topic:
        """By the kind of event."""
        key = phrase.key.partition(".")[0]
        for keys, topic in ((MOVES, Topic.MOVES), (FIGHTS, Topic.FIGHTS), (CARDS, Topic.CARDS)):
            if key in keys:
                return topic
        return Topic.TURNS


def _option(state: State, word: str, language: Language) -> str:
    """What one of the options of a card does; empty where nothing of that sort is chosen."""
    step = state.top
    effect = step.effects[0] if isinstance(step, EffectsStep) and step.effects else None
    if not isinstance(effect, ChoiceEffect):
        return ""
    number = int(word) - 1
    if effect.names:
        return translated(effect.names[number], language)
    return " + ".join(effect_line(each, language) for each in effect.options[number]) or "–"


def _told(language: Language, key: str) -> str:
    try:
        return say(language, key)
    except (TextError, KeyError):
        return ""


def _card_name(state: State, thing: str, language: Language) -> str:
    """The name of a champion, a card on the table, or any card by its key; empty for none of these."""
    cards = state.setup.cards
    if thing in state.champions:
        return translated(cards[state.champions[thing].card].names, language)
    key = thing if thing in cards else key_of(thing)
    return translated(cards[key].names, language) if key in cards else ""


def _phrase(event: Event) -> Phrase | None:
    match event:
        case e.Moved(piece=piece, way=way, how=how):
            values: dict[str, Value] = {
                "piece": Reference(piece),
                "to": Reference(cell_word(way[-1])),
                "steps": len(way),
            }
            return Phrase(f"moved.{how}", values)
        case e.Damaged(piece=piece, amount=amount, why=why):
            return Phrase(f"damaged.{why}", {"piece": Reference(piece), "amount": amount})
        case Discarded(player=player, cards=cards):
            return Phrase("discarded", {"player": Reference(player), "cards": ValueList(tuple(map(Reference, cards)))})
        case e.HandShown(player=player, cards=cards):
            return _of_hand(player, cards)
        case e.Planned(player=player, cards=cards):
            return Phrase("planned", {"player": Reference(player), "count": len(cards)})
        case _:
            return _rest(event)


def _of_hand(player: str, cards: tuple[str, ...]) -> Phrase:
    of: dict[str, Value] = {"player": Reference(player)}
    if not cards or HIDDEN in cards:
        return Phrase("handshown.hidden", of)
    return Phrase("handshown.faces", {**of, "cards": ValueList(tuple(map(Reference, cards)))})


def _rest(event: Event) -> Phrase | None:
    match event:
        case e.TrapSprung() | e.TrapShown():
            return _of_trap(event)
        case e.Scored(side=side, points=points, challenge=challenge, piece=piece):
            of: dict[str, Value] = {"side": Reference(side), "points": points}
            key = "scored.challenge" if challenge else "scored.knock_out"
            return Phrase(key, {**of, "what": Reference(challenge or piece)})
        case Drew(player=player, card=card):
            key = "drew.hidden" if card == HIDDEN else "drew.face"
            return Phrase(key, {"player": Reference(player), "card": Reference(card)})
        case e.CoreSpent(player=player, core=core):
            return Phrase("corespent", {"player": Reference(player), "core": Word(f"core.{core.value}")})
        case e.ActionDone(player=player, action=action, piece=piece):
            done: dict[str, Value] = {"player": Reference(player), "piece": Reference(piece)}
            return Phrase("actiondone", {**done, "action": Word(f"basic.{action.value}")})
        case _:
            return _plain(event)


def _of_trap(event: e.TrapSprung | e.TrapShown) -> Phrase:
    """What is said of a trap that is turned up, or looked at."""
    trap = Word("trap.hidden" if event.token == HIDDEN else f"trap.{trap_of(event.token).value}")
    if isinstance(event, e.TrapSprung):
        return Phrase("trapsprung", {"piece": Reference(event.piece), "trap": trap})
    return Phrase("trapshown", {"cell": Reference(cell_word(event.cell)), "trap": trap})


def _plain(event: Event) -> Phrase | None:
    match event:
        case Ordered(players=players):
            return Phrase("ordered", {"players": ValueList(tuple(map(Reference, players)))})
        case e.EndTaken(side=side, end=end):
            return Phrase("endtaken", {"side": Reference(side), "end": Reference(f"spawn_{end.value}")})
        case e.Won(side=side, why=why):
            return Phrase(f"won_by_{why}", {"side": Reference(side)})
        case Told(key="remind", values=told):
            return Phrase("remind", {"card": Reference(str(told.get("card", "")))})
        case PileShuffled(pile=pile):
            return Phrase("deck_shuffled", {"player": Reference(pile)})
        case _:
            return None
