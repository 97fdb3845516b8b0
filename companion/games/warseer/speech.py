"""What the game says: names of creatures, cards and Feats, and the sentences of its events."""

from typing import Any

from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.defaults.speech import PlainSpeech, ending_of
from companion.games.display.offers import Choice, Lesson, Offer
from companion.games.display.speech import Phrase, Reference, Topic, Value, ValueList
from companion.games.display.tally import CONCEDED
from companion.games.kit.events import DeckMade, Discarded, Ordered, Popped
from companion.games.prompt import CommandSpec, cell_word
from companion.games.warseer.card_texts import kind_of, signed
from companion.games.warseer.lessons import lessons_of
from companion.games.warseer.model import events as e
from companion.games.warseer.model.cards import ImprovementCard
from companion.games.warseer.model.effects import Ability, ChoiceEffect
from companion.games.warseer.model.state import FIRST, State, key_of
from companion.games.warseer.model.steps import AttackStep, EffectsStep
from companion.games.warseer.own_texts import say
from companion.games.warseer.rules.combat.pool import pool_of
from companion.games.warseer.rules.creature.values import abilities_of
from companion.games.warseer.tally import outcome_of
from companion.texts import Language, TextError, translated

SILENT = (
    e.Pushed, Popped, e.Replaced, DeckMade, e.Mustered, e.Readied, e.Freed, e.HandDiscarded, e.MarkerTaken,
    e.Built, e.HandedOn, e.Lasted, e.Expired,
)  # fmt: skip
"""Events of which nothing is said: they keep the rules' own books, or follow from what was said."""

MOVES = frozenset({"moved", "deployed", "placed", "swapped", "summoned", "activated", "refreshed", "corrected"})
FIGHTS = frozenset(
    {"attackdeclared", "counterblow", "critapplied", "damaged", "healed", "destroyed", "tokengained", "tokenlost"}
)
CARDS = frozenset(
    {
        "cardplayed",
        "cancelled",
        "discarded",
        "recalled",
        "entered",
        "leftplay",
        "turned",
        "drew",
        "featdrawn",
        "equipped",
        "improvementused",
    }
)


class WarseerSpeech(PlainSpeech):
    """Names and sentences."""

    def said(self, state: Any, event: Event) -> tuple[Phrase, ...]:  # noqa: ANN401 (as the base has it)
        """One sentence an event; none of those that only keep books."""
        if isinstance(event, SILENT) or (isinstance(event, PileShuffled) and event.pile == FIRST):
            return ()
        if isinstance(event, e.Won) and event.why == CONCEDED and event.side:
            return (ending_of(outcome_of(state, event.side, event.why)),)
        return (_phrase(event) or super().said(state, event)[0],)

    def name(self, state: Any, thing: str, language: Language) -> str:  # noqa: ANN401 (as the base has it)
        """Creatures, cards, Feats and terrain by their names; of a creature with its number where others have it."""
        return _name_of(state, thing, language) or super().name(state, thing, language)

    def label(self, spec: CommandSpec) -> str:
        """The command's kind; of a Feat that is spent for what, of a special ability which."""
        match spec.kind:
            case "setvalue":
                return "setvalue_what"
            case "spend":
                return f"spend_{spec.fixed['option']}"
            case "use" if not str(spec.fixed["ability"]).isdecimal():
                return f"use_{spec.fixed['ability']}"
            case _:
                return super().label(spec)

    def choice(self, state: Any, word: str, spec: CommandSpec, purpose: str, language: Language) -> Choice:  # noqa: ANN401 (as the base has it)
        """Creatures and cards by name, dice with what they show, options by what they do."""
        if spec.kind == "choose" and word.isdecimal():
            return Choice(word, _numbered(state, int(word), language))
        named = self.name(state, word, language) if word else word
        if named != word:
            more = _offered(state, spec.kind, word, language)
            return Choice(word, f"{named}: {more}" if more else named, word)
        return Choice(word, self._first(language, word, f"ask.word.{word}", f"ask.option.{word}", f"log.{word}"))

    def word(self, state: Any, name: str, word: str, language: Language) -> str:  # noqa: ANN401 (as the base has it)
        """What a word in a prompt means: of an ability of a card the ability."""
        if name == "ability" and word.isdecimal():
            return word
        keys = (f"ask.word.{name}_{word}", f"ask.word.{word}", f"log.purpose.{word}", f"log.face.{word}")
        named = self.name(state, word, language) if word else word
        return named if named != word else self._first(language, word, *keys)

    def lessons(self, state: Any, about: str | Offer, language: Language) -> tuple[Lesson, ...]:  # noqa: ANN401 (as the base has it)
        """The rule behind what is asked, or what may be done."""
        return lessons_of(about, language)

    def topic(self, phrase: Phrase) -> Topic:
        """By the kind of event."""
        key = phrase.key.partition(".")[0]
        for keys, topic in ((MOVES, Topic.MOVES), (FIGHTS, Topic.FIGHTS), (CARDS, Topic.CARDS)):
            if key in keys:
                return topic
        return super().topic(phrase) if key == "rolled" else Topic.TURNS


def _offered(state: State, kind: str, word: str, language: Language) -> str:
    """What one should know of a card of the hand before it is chosen: what it costs, or gives."""
    if kind in ("score", "spend"):
        return say(language, "cards.points", points=state.setup.feat(word).points)
    if kind not in ("play", "react", "back", "discard") or word in state.creatures:
        return ""
    if isinstance(improvement := state.setup.cards.get(word), ImprovementCard):
        return kind_of(improvement, language)
    card = state.card(word)
    if kind == "discard":
        return say(language, "cards.income", income=signed(card.income))
    return f"{kind_of(card, language)}, {card.cost}"


def ability_name(state: State, of: str, number: int, language: Language) -> str:
    """What an ability of a creature, Relic or Building is called: by its own name, else by its card's."""
    if of in state.creatures:
        abilities: tuple[Ability, ...] = abilities_of(state, of)
    else:
        abilities = getattr(state.card(of), "abilities", ())
    names = abilities[number].names if number < len(abilities) else {}
    return translated(names, language) if names else _name_of(state, of, language)


def _numbered(state: State, number: int, language: Language) -> str:
    """What stands behind a number that may be chosen: a die of the attack, or an option of a card."""
    step = state.top
    if isinstance(step, AttackStep):
        dice = step.dice or pool_of(state, step)
        colour = say(language, f"log.colour.{dice[number].value}")
        face = step.faces[number] if number < len(step.faces) else ""
        return f"{number + 1}: {colour}" + (f", {say(language, f'log.face.{face}')}" if face else "")
    effect = step.effects[0] if isinstance(step, EffectsStep) and step.effects else None
    if isinstance(effect, ChoiceEffect) and number < len(effect.names):
        return translated(effect.names[number], language)
    return str(number + 1)


def _name_of(state: State, thing: str, language: Language) -> str:
    """The name of a creature, a card on the table, a Feat, or any card by its key; empty for none of these."""
    cards = state.setup.cards
    if thing in state.creatures:
        creature = state.creatures[thing]
        name = translated(cards[creature.card].names, language)
        alike = sum(each.card == creature.card for each in state.creatures.values())
        return f"{name} ({thing.replace(':', '')})" if alike > 1 else name
    for key in (thing.partition("#")[0], key_of(thing), _coming_minion(state, thing)):
        if key in cards:
            return translated(cards[key].names, language)
    if thing in {each.id for each in state.landmarks} or ":landmark-" in thing:
        return say(language, "log.named.landmark", number=thing.rpartition("-")[2])
    if thing:
        try:
            return say(language, f"log.named.{thing}")
        except (TextError, KeyError):
            return ""
    return ""


def _coming_minion(state: State, piece: str) -> str:
    """Key of the card of a Minion who is about to come; empty for anything else."""
    player, _, number = piece.partition(":")
    return next((seat.minion for seat in state.setup.seats if seat.id == player and number.isdecimal()), "")


def _phrase(event: Event) -> Phrase | None:
    match event:
        case e.Moved(piece=piece, way=way, how=how):
            values: dict[str, Value] = {"piece": Reference(piece), "to": Reference(cell_word(way[-1]))}
            return Phrase(f"moved.{how}", {**values, "steps": len(way)})
        case e.Damaged(piece=piece, wounds=wounds, armour=armour):
            of: dict[str, Value] = {"piece": Reference(piece), "wounds": wounds}
            return Phrase("damaged.armour", {**of, "armour": armour}) if armour else Phrase("damaged.wounds", of)
        case e.AttackDeclared(piece=piece, target=target, counter=counter):
            both = {"piece": Reference(piece), "target": Reference(target)}
            return Phrase("counterblow" if counter else "attackdeclared", {**both})
        case Drew(player=player, card=card):
            key = "drew.hidden" if card == HIDDEN else "drew.face"
            return Phrase(key, {"player": Reference(player), "card": Reference(card)})
        case e.FeatDrawn(player=player, feat=feat):
            key = "featdrawn.hidden" if feat == HIDDEN else "featdrawn.face"
            return Phrase(key, {"player": Reference(player), "feat": Reference(feat)})
        case _:
            return _rest(event)


def _rest(event: Event) -> Phrase | None:
    match event:
        case e.CardsReturned(player=player, cards=cards):
            return Phrase("cardsreturned", {"player": Reference(player), "count": len(cards)})
        case Discarded(player=player, cards=cards):
            return Phrase("discarded", {"player": Reference(player), "cards": ValueList(tuple(map(Reference, cards)))})
        case e.Scored(player=player, points=points, why=why):
            return Phrase(f"scored.{why}", {"player": Reference(player), "points": points})
        case e.KillScored(player=player):
            return Phrase("killscored", {"player": Reference(player)})
        case _:
            return _of_all(event)


def _of_all(event: Event) -> Phrase | None:
    """What concerns the whole table."""
    match event:
        case Ordered(players=players):
            return Phrase("ordered", {"players": ValueList(tuple(map(Reference, players)))})
        case e.Won(side=side, why=why):
            return Phrase(f"won_by_{why}" if side else "nobody_won", {"side": Reference(side)})
        case PileShuffled(pile=pile):
            return Phrase("pile_shuffled", {"pile": Reference(pile)})
        case _:
            return None
