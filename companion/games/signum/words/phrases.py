"""What an event says to people: the key of a sentence and what stands in it, in no language yet.

Values that mean something to a reader, such as a creature or a zone, are kept as what they are; whoever knows the
reader's language names them. Events that only keep the rules' own books say nothing.
"""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.games.command import SPECTATOR
from companion.games.common import Answered, DiceRolled, DrawOffered, QuestionClosed, Told, TurnBegan
from companion.games.defaults.speech import gave_up
from companion.games.display.speech import Phrase, Reference, TranslatedText, Value, ValueList, Word
from companion.games.display.tally import Outcome
from companion.games.kit.events import Popped
from companion.games.signum.creature.abilities import CATALOGUE, has, names_of
from companion.games.signum.creature.influences import AURA
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import PRIORITY_RANK, SHIELD
from companion.games.signum.model.effects.effect import GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, ForbidEffect, LoseEffect, RerollEffect
from companion.games.signum.model.effects.on_players import PriceEffect
from companion.games.signum.model.events import (
    ActingSet,
    BuildingChanged,
    CardMoved,
    CardTold,
    ContactSettled,
    CreatureCame,
    CreatureChanged,
    CreatureLeft,
    CreatureStood,
    DeckOrdered,
    GameEnded,
    KeepingChanged,
    LastingBegan,
    LastingEnded,
    OrderSet,
    Overruled,
    PhaseBegan,
    PlayerChanged,
    Pushed,
    Questioned,
    RelicChanged,
    Replaced,
    SideClaimed,
    SignumEvent,
    TemplateLaid,
    TemplateLifted,
)
from companion.games.signum.model.redaction import zone_of
from companion.games.signum.model.state import State
from companion.games.signum.words.names import refusal_sentence
from companion.games.verdicts.measured import RuleViolation
from companion.games.verdicts.reasons import AGREED_LIMIT, SCOREKEEPER
from companion.texts import COMPLETE, TextError


def phrases(state: State, event: SignumEvent) -> tuple[Phrase, ...]:
    """The sentences that an event makes.

    Args:
        state: The game before the event.
        event: The event, whole or as some viewer may know it.
    """
    say = SAYS[type(event)]
    return () if say is None else tuple(say(state, event))


def ability_named(state: State, name: str) -> Value:
    """An ability by its key, as the edition calls it; one that is a card's own keeps its key."""
    if name in CATALOGUE:
        return TranslatedText(names_of(name, state.rules.edition))
    return Word(f"ability.{name}", name.replace("_", " "))


def face_key(state: State, face: str) -> str:
    """Which text names a face: the web's edition calls the third one by two names (S-CONST-02)."""
    return f"face.{face}_web" if face == SHIELD and state.rules.edition is Edition.RU_WEB else f"face.{face}"


def _rule(why: str) -> str:
    return why if why.startswith("S-") else ""


def _list(*ids: str) -> ValueList:
    return ValueList(tuple(Reference(each) for each in ids))


def _order_set(_state: State, event: OrderSet) -> list[Phrase]:
    return [Phrase("order_set", {"first": Reference(event.order[0]), "order": _list(*event.order)})]


def _side_claimed(_state: State, event: SideClaimed) -> list[Phrase]:
    low, high = event.segment
    side = Word(f"side.{event.side}", event.side)
    return [Phrase("side_claimed", {"player": Reference(event.player), "side": side, "low": low, "high": high})]


def _deck_ordered(_state: State, event: DeckOrdered) -> list[Phrase]:
    return [Phrase("deck_shuffled", {"player": Reference(event.player)})]


def _card_told(_state: State, event: CardTold) -> list[Phrase]:
    if not event.key:
        return [Phrase("card_untold_again", {"id": event.card.replace(":", "")})]
    return [Phrase("card_told", {"id": event.card.replace(":", ""), "card": Reference(event.key)})]


def _card_moved(state: State, event: CardMoved) -> list[Phrase]:
    before = zone_of(state, event.card)[1] if event.card else ""
    drawn = before == "deck" and event.zone == "hand"
    card: Value = Reference(event.card) if event.card else Word("a_card")
    key = "drawn" if drawn else f"moved.{event.zone}"
    return [Phrase(key, {"player": Reference(event.player), "card": card}, _rule(event.why))]


def _creature_came(_state: State, event: CreatureCame) -> list[Phrase]:
    creature = event.creature
    return [Phrase("came", {"creature": Reference(creature.id), "player": Reference(creature.controller)})]


def _creature_left(_state: State, event: CreatureLeft) -> list[Phrase]:
    return [Phrase("left", {"creature": Reference(event.creature)}, _rule(event.why))]


LET_PASS_MM = 2.0
"""Where a move is recorded so much shorter than the straight line, the table let a longer one pass."""


def _creature_stood(state: State, event: CreatureStood) -> list[Phrase]:
    place: dict[str, Value] = {"creature": Reference(event.creature), "x_mm": event.at.x_mm, "y_mm": event.at.y_mm}
    if event.travelled_mm:
        return [Phrase("moved_by", place | {"mm": _gone_mm(state, event)}, _rule(event.why))]
    return [Phrase("stands", place, _rule(event.why))]


def _gone_mm(state: State, event: CreatureStood) -> float:
    """How far a model went: a move that the table let pass counts as the whole allowance, and went farther."""
    known = state.creatures.get(event.creature)
    if known is None or known.stand is None:
        return event.travelled_mm
    straight_mm = math.dist((known.stand.x_mm, known.stand.y_mm), (event.at.x_mm, event.at.y_mm))
    return straight_mm if straight_mm > event.travelled_mm + LET_PASS_MM else event.travelled_mm


_COUNTED = ("wounds", "armour", "concentration")


def _creature_changed(state: State, event: CreatureChanged) -> list[Phrase]:
    known = state.creatures.get(event.creature)
    creature, rule, said = Reference(event.creature), _rule(event.why), []
    for name in _COUNTED:
        now = getattr(event, name)
        before = getattr(known, name) if known is not None else 0
        if now is not None and now != before:
            key = f"{name}.{'more' if now > before else 'fewer'}"
            said.append(Phrase(key, {"creature": creature, "count": abs(now - before), "now": now}, rule))
    if event.stealth is not None:
        said.append(Phrase("stealth.gained" if event.stealth else "stealth.lost", {"creature": creature}, rule))
    if event.controller is not None:
        said.append(Phrase("controlled", {"creature": creature, "player": Reference(event.controller)}, rule))
    return said


def _lasting_began(state: State, event: LastingBegan) -> list[Phrase]:
    values: dict[str, Value] = {
        "creature": Reference(event.creature),
        "until": Word(f"until.{event.lasting.effect.until.value}"),
    }
    match event.lasting.effect:
        case ChangeEffect(of=of, by=by, ruler=ruler, becomes=becomes):
            amount = f"= {becomes}" if becomes is not None else f"+{ruler}" if ruler else f"{by:+d}"
            return [Phrase("lasting.change", values | {"of": Word(f"value.{of}"), "amount": amount})]
        case GainEffect(ability=ability):
            named: Value = TranslatedText(ability.names) if ability.names else ability_named(state, ability.name)
            amount = "" if ability.x is None else f" {'+' if ability.plus else ''}{ability.x}"
            return [Phrase("lasting.gain", values | {"ability": named, "amount": amount})]
        case LoseEffect(ability=name):
            return [Phrase("lasting.lose", values | {"ability": ability_named(state, name)})]
        case ForbidEffect():
            return [Phrase("lasting.forbid", values)]
        case RerollEffect():
            return [Phrase("lasting.reroll", values)]
        case PriceEffect():
            return [Phrase("lasting.price", values)]


def _lasting_ended(_state: State, event: LastingEnded) -> list[Phrase]:
    return [Phrase("lasting.ended", {"creature": Reference(event.creature)})]


def _player_changed(state: State, event: PlayerChanged) -> list[Phrase]:
    mine, player, rule, said = state.players[event.player], Reference(event.player), _rule(event.why), []
    for name in ("prosperity", "kills", "missed_draws"):
        now, before = getattr(event, name), getattr(mine, name)
        if now is not None and now != before:
            key = f"{name}.{'more' if now > before else 'fewer'}"
            said.append(Phrase(key, {"player": player, "count": abs(now - before), "now": now}, rule))
    if event.out:
        said.append(Phrase("out", {"player": player}, rule))
    return said


def _building_changed(_state: State, event: BuildingChanged) -> list[Phrase]:
    key = "tapped" if event.tapped else "untapped"
    return [Phrase(key, {"player": Reference(event.player), "card": Reference(event.card)})]


def _relic_changed(_state: State, event: RelicChanged) -> list[Phrase]:
    values: dict[str, Value] = {"player": Reference(event.player), "card": Reference(event.card)}
    said = []
    if event.armour is not None:
        said.append(Phrase("relic.armour", values | {"count": event.armour}))
    if event.uses is not None:
        said.append(Phrase("relic.uses", values | {"count": event.uses}))
    return said


def _template_laid(_state: State, event: TemplateLaid) -> list[Phrase]:
    return [Phrase("template.laid", {"player": Reference(event.template.owner), "card": Reference(event.template.id)})]


def _template_lifted(_state: State, event: TemplateLifted) -> list[Phrase]:
    return [Phrase("template.lifted", {"card": Reference(event.card)})]


def _turn_began(_state: State, event: TurnBegan) -> list[Phrase]:
    return [Phrase("turn_began", {"turn": event.turn, "player": Reference(event.player)})]


def _phase_began(_state: State, event: PhaseBegan) -> list[Phrase]:
    return [Phrase(f"phase.{event.phase.value}")]


def _acting_set(_state: State, event: ActingSet) -> list[Phrase]:
    return [Phrase("acting", {"creature": Reference(event.creature)})] if event.creature else []


def _dice_rolled(state: State, event: DiceRolled) -> list[Phrase]:
    purpose: Value = (
        TranslatedText(names_of(event.purpose, state.rules.edition))
        if event.purpose in CATALOGUE
        else Word(f"purpose.{event.purpose}", event.purpose)
    )
    values: dict[str, Value] = {
        "player": Reference(event.by),
        "purpose": purpose,
        "faces": ValueList(tuple(Word(face_key(state, face), face) for face in event.faces)),
    }
    if event.again:
        return [Phrase("rolled_again", values | {"count": len(event.again)})]
    if not event.good:
        return [Phrase("rolled", values)]
    return [Phrase("rolled_well", values | {"count": sum(face in event.good for face in event.faces)})]


_IDS = frozenset({"creature", "other", "target", "player", "by", "of", "relic"})


def _told(state: State, event: Told) -> list[Phrase]:
    if event.key == "priority":
        rolled = tuple(
            ValueList((Reference(player), Word(f"face.{face}", str(face)))) for player, face in event.values.items()
        )
        ranks = [PRIORITY_RANK.get(str(face), 0) for face in event.values.values()]
        tied = ranks.count(max(ranks)) > 1
        return [Phrase("told.priority_tied" if tied else "told.priority", {"rolled": ValueList(rolled)})]
    if event.key == "refused_by_ruling":
        return [_refused_by_ruling(state, event)]
    texts = {name.removeprefix("text_"): str(text) for name, text in event.values.items() if name.startswith("text_")}
    values: dict[str, Value] = {"text": TranslatedText(texts)} if texts else {}
    for name, value in event.values.items():
        if not name.startswith("text_"):
            values[name] = _meant(state, name, value)
    if event.key == "dice_assigned" and (expert := _expert_of(state, event)):
        return [Phrase("told.dice_assigned_expert", values | {"ability": ability_named(state, expert)})]
    aimed = event.key == "ability_used" and event.values.get("target")
    return [Phrase(f"told.{event.key}{'_on' if aimed else ''}", values)]


def _expert_of(state: State, event: Told) -> str:
    """The ability that added dice to a split; empty for none."""
    creature = state.creatures.get(str(event.values["creature"]))
    if creature is None:
        return ""
    attack, defence = event.values["attack"], event.values["defence"]
    name = "" if attack and defence else "expert_of_attack" if attack else "expert_of_defence"
    return name if name and has(state, creature, name) else ""


def _refused_by_ruling(state: State, event: Told) -> Phrase:
    """That an answer forbids what waited for it, and why; older records, and hidden cards, leave out why."""
    values = {name: value for name, value in event.values.items() if name not in ("rule", "sentence")}
    violation = RuleViolation(str(event.values["rule"]), str(event.values["sentence"]), values)
    try:
        why = {each.value: refusal_sentence(violation, state, SPECTATOR, each) for each in COMPLETE}
    except TextError:
        return Phrase("told.refused_by_ruling", {}, refuses=True)
    return Phrase("told.refused_by_ruling_for", {"why": TranslatedText(why)}, refuses=True)


def _meant(state: State, name: str, value: str | float) -> Value:
    """What a value of a line in the log stands for, by its name."""
    text = str(value)
    match name:
        case _ if name in _IDS or name == "card":
            return Reference(text)
        case "ability":
            return ability_named(state, text)
        case "face":
            return Word(face_key(state, text), text)
        case "what":
            return Word(f"value.{text}", text)
        case _:
            return value


def _questioned(state: State, event: Questioned) -> list[Phrase]:
    question = event.question
    kind = question.key.partition(":")[0]
    values: dict[str, Value] = {
        "what": Word(f"question.{kind}", kind),
        "about": _list(*pieces_of(state, question.key)),
        "limit_mm": question.limit_mm,
        "sigma_mm": question.sigma_mm,
    }
    if question.value_mm is None:
        return [Phrase("questioned_unmeasured", values, question.rule_id)]
    return [Phrase("questioned", values | {"value_mm": question.value_mm}, question.rule_id)]


def pieces_of(state: State, question: str) -> tuple[str, ...]:
    """The creatures and templates named in a question's key, whose ids have a colon themselves.

    Where there is none yet, a hero that comes, which all know; of another card nobody may learn that it will be played.
    """
    pairs = tuple(":".join(pair) for pair in pairwise(question.split(":")[1:]))
    found = tuple(each for each in pairs if each in state.creatures or each in state.templates)
    heroes = {f"{seat.id}:hero" for seat in state.setup.seats}
    return found or tuple(each for each in pairs if each in heroes)


def _answered(_state: State, event: Answered) -> list[Phrase]:
    return [Phrase("answered", {"player": Reference(event.by), "answer": Word("yes" if event.yes else "no")})]


def _question_closed(_state: State, event: QuestionClosed) -> list[Phrase]:
    if event.yes is None:
        return [Phrase("question_withdrawn")]
    return [Phrase("question_settled", {"answer": Word("yes" if event.yes else "no")})]


def _contact_settled(_state: State, event: ContactSettled) -> list[Phrase]:
    if event.one.startswith(AURA):  # the question and its answer tell of it already
        return []
    key = "contact.yes" if event.yes else "contact.no"
    return [Phrase(key, {"one": Reference(event.one), "other": Reference(event.other)})]


def _overruled(_state: State, event: Overruled) -> list[Phrase]:
    if event.reason == SCOREKEEPER:
        return [Phrase("written_down", {"rules": ValueList(event.rule_ids)})]
    if event.reason == AGREED_LIMIT:
        return [Phrase("agreed_limit", {}, "S-END-10")]
    return [Phrase("overruled", {"rules": ValueList(event.rule_ids), "reason": event.reason})]


def _keeping_changed(_state: State, event: KeepingChanged) -> list[Phrase]:
    key = f"keeping.{'program' if event.yes else 'cardboard'}"
    return [Phrase(key, {"player": Reference(event.by), "what": Word(f"thing.{event.what}")})]


def _draw_offered(_state: State, event: DrawOffered) -> list[Phrase]:
    if not event.players:
        return [Phrase("draw_offer_withdrawn")]
    return [Phrase("draw_offered", {"players": _list(*event.players)})]


def _game_ended(state: State, event: GameEnded) -> list[Phrase]:
    outcome = event.outcome
    if outcome.winners and (loser := state.gives_up(outcome.winners)):
        return [gave_up(Outcome(outcome.winners, gave_up=(loser,)), outcome.rule_id)]
    reason: dict[str, Value] = {"reason": Word(f"ended.{outcome.reason}", outcome.reason)}
    if outcome.reason == "cardboard_tie_break":
        return [Phrase("undecided", reason, outcome.rule_id)]
    if not outcome.winners:
        return [Phrase("drawn_game", reason, outcome.rule_id)]
    return [Phrase("won", reason | {"winners": _list(*outcome.winners)}, outcome.rule_id)]


SAYS: dict[type, Callable[[State, Any], list[Phrase]] | None] = {
    OrderSet: _order_set,
    SideClaimed: _side_claimed,
    DeckOrdered: _deck_ordered,
    CardTold: _card_told,
    CardMoved: _card_moved,
    CreatureCame: _creature_came,
    CreatureLeft: _creature_left,
    CreatureStood: _creature_stood,
    CreatureChanged: _creature_changed,
    LastingBegan: _lasting_began,
    LastingEnded: _lasting_ended,
    PlayerChanged: _player_changed,
    BuildingChanged: _building_changed,
    RelicChanged: _relic_changed,
    TemplateLaid: _template_laid,
    TemplateLifted: _template_lifted,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    ActingSet: _acting_set,
    Pushed: None,
    Popped: None,
    Replaced: None,
    DiceRolled: _dice_rolled,
    Told: _told,
    Questioned: _questioned,
    Answered: _answered,
    QuestionClosed: _question_closed,
    ContactSettled: _contact_settled,
    Overruled: _overruled,
    KeepingChanged: _keeping_changed,
    DrawOffered: _draw_offered,
    GameEnded: _game_ended,
}
"""Who says what; None for events that only keep the rules' own books."""
