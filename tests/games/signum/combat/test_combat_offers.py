"""Random skirmishes: what is offered is accepted and nothing else, and every fight comes to an end."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.command import TABLE
from companion.games.common import Overrule, Ruling
from companion.games.prompt import CommandSpec, Faces, Number, Pick, Spot
from companion.games.signum.combat import melee, ranged
from companion.games.signum.model.commands import Fight, Shoot, SignumCommand, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import ContactSettled, CreatureStood
from companion.games.signum.model.fold import PILES
from companion.games.signum.model.state import State
from companion.games.signum.play import activated_abilities as activated
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, fighter

pytestmark = pytest.mark.slow


SIMPLE = (
    "stealth", "defender", "dexterous", "predictable", "fortitude", "hammerblow", "initiative", "veteran", "stamina",
    "predator", "sniper", "buckshot", "quick_shooter", "battle_mage", "difficult_target", "fast",
)  # fmt: skip
COUNTED = (
    "less_from_attacks", "berserk", "cautious", "reckless", "expert_of_attack", "expert_of_defence",
    "master_of_attack", "master_of_defence", "master_of_healing", "master_of_magic", "master_of_shooting",
    "persecution", "shot", "throwing", "magical_shot", "magical_strike", "healer", "healing", "control",
    "concentration",
)  # fmt: skip
PLACES = [(200.0 + 32.0 * column, 284.0 + 32.0 * row) for column in range(6) for row in range(2)]
KINDS = {"fight": Fight, "shoot": Shoot, "use": Use}


def any_abilities(dice: random.Random) -> tuple[Ability, ...]:
    names = dice.sample(SIMPLE, 2) + dice.sample(COUNTED, 4)
    found = [Ability(name, x=dice.randint(0, 3) if name in COUNTED else None) for name in names]
    if dice.random() < 0.3:
        found.append(Ability("charge", text=(ChangeEffect(of="strength", by=2), ProsperEffect(1))))
    if dice.random() < 0.3:
        about = dice.choice(["shot", "melee", "healer"])
        found.append(Ability("steam_engine", about=about, results={"axe": (HarmEffect(1),)}))
    if dice.random() < 0.2:
        found.append(Ability("shield_from", about=dice.choice(["melee", "ranged", "magic", "impact"])))
    return tuple(found)


def skirmish(seed: int) -> Field:
    """Three against three, some of them hurt, hidden, or not well seen, and one of A's acting."""
    dice = random.Random(seed)  # noqa: S311 (no secret)
    names = [f"{player}:{n}" for player in "AB" for n in (1, 2, 3)]
    put = {}
    for name, place in zip(names, dice.sample(PLACES, len(names)), strict=True):
        card = fighter(
            f"card{name[0]}{name[2]}", dice.randint(0, 3), dice.choice([1, 2, 4, None]), *any_abilities(dice)
        )
        put[name] = (card, *place)
    play = Field(put, rules=rules_for(dice.choice(list(Edition))))
    for name in names:
        stand = play.state.creatures[name].stand
        play.emit(CreatureStood(creature=name, at=Stand(stand.x_mm, stand.y_mm, dice.choice([0.0, 0.0, 0.5]))))
        play.change(
            name,
            stealth=dice.random() < 0.15,
            armour=dice.choice([0, 0, 2]),
            wounds=dice.choice([0, 0, 1]) if put[name][0].health not in (1, None) else 0,
            deeds={"moved_mm": dice.choice([0.0, 0.0, 30.0])},
        )
    return play.act(dice.choice(names[:3]))


def offers(state: State) -> tuple[CommandSpec, ...]:
    return (*melee.specs(state, "A"), *ranged.specs(state, "A"), *activated.specs(state, "A"))


def fixed(spec: CommandSpec) -> str:
    return msgspec.json.encode(KINDS[spec.kind](by=spec.by, **spec.fixed)).decode()


def everything(state: State):
    """All that could be declared at all, relics apart."""
    for creature in state.creatures:
        for target in (*state.creatures, ""):
            for magical in (False, True):
                yield Fight(by="A", creature=creature, target=target, magical=magical)
            for name in ("shot", "throwing", "magical_shot"):
                yield Shoot(by="A", creature=creature, target=target, ability=name)
            for name in ("healer", "healing", "control", "concentration", "hammerblow"):
                yield Use(by="A", creature=creature, target=target, ability=name)


def accepted(play: Field, command) -> bool:
    try:
        play.table.game.decide(play.state, command)
    except RuleViolation:
        return False
    return True


def cards(state: State) -> list[str]:
    """Every card in every zone and on the mat."""
    found = [*state.creatures, *state.templates]
    for player in state.players.values():
        found += [each for pile in PILES for each in getattr(player, pile)]
        found += [each.id for zone in (player.city, player.tactics, player.relics) for each in zone]
    return sorted(found)


def answer(dice: random.Random, spec: CommandSpec):
    """A command that answers a prompt, with random values in its fields."""
    values: dict[str, object] = dict(spec.fixed)
    for name, field in spec.fields.items():
        match field:
            case Pick(options=options, least=least, most=most):
                chosen = dice.sample(options, dice.randint(min(least, len(options)), min(most, len(options))))
                values[name] = [int(each) for each in chosen] if spec.kind == "reroll" else chosen
            case Number(least=least, most=most):
                values[name] = dice.randint(least, min(most, 5))
            case Faces(count=count, faces=faces):
                values[name] = dice.choices(faces, k=count)
            case Spot():
                values[name] = {"x_mm": dice.uniform(150.0, 450.0), "y_mm": dice.uniform(200.0, 400.0)}
    return msgspec.convert({"kind": spec.kind, "by": spec.by} | values, type=SignumCommand)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_offered_is_accepted_and_nothing_else(seed):
    play = skirmish(seed)
    offered = sorted(fixed(each) for each in offers(play.state))
    allowed = sorted(msgspec.json.encode(each).decode() for each in everything(play.state) if accepted(play, each))
    assert offered == allowed


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9))
def test_every_fight_comes_to_an_end_and_no_card_is_lost(seed):
    play, dice = skirmish(seed), random.Random(seed)  # noqa: S311 (no secret)
    before = cards(play.state)
    found = offers(play.state)
    if not found:
        return
    chosen = dice.choice(found)
    play.give(KINDS[chosen.kind](by="A", **chosen.fixed))
    for _ in range(200):
        if play.state.question is not None:
            yes = dice.random() < 0.5
            play.give(Ruling(by="A", yes=yes), Ruling(by="B", yes=yes))
            continue
        specs = play.specs()
        if not specs:
            break
        try:
            play.give(answer(dice, dice.choice(specs)))
        except RuleViolation:
            assert play.asked().startswith(("pursuit", "choose", "reroll"))  # a place out of reach, a wrong number
    assert play.asked() == ""
    assert (play.state.steps, play.state.question) == ((), None)
    assert cards(play.state) == before
    for each in play.state.creatures.values():
        assert not [lasting for lasting in each.lasting if lasting.until == "end_of_combat"]
        health = play.state.card(each.id).health
        assert each.wounds >= 0
        assert health is None or each.wounds < health
    coded = msgspec.json.encode(play.state, order="deterministic")
    assert msgspec.json.encode(msgspec.json.decode(coded, type=State), order="deterministic") == coded


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_players_overrule_leaves_a_state_that_goes_on(seed):
    play, dice = skirmish(seed), random.Random(seed)  # noqa: S311 (no secret)
    refused = [each for each in everything(play.state) if not accepted(play, each)]
    for command in dice.sample(refused, min(12, len(refused))):
        meant = Overrule(by=TABLE, command=msgspec.json.encode(command).decode(), reason="we agreed")
        try:
            events = play.table.game.decide(play.state, meant)
        except RuleViolation:
            continue  # what means nothing cannot be overruled
        state = play.state
        for event in events:
            state = play.table.game.evolve(state, event)
        game = play.table.game
        assert state.outcome is not None or game.prompts(state) or game.commands(state, state.active)
        assert not any(each.wounds < 0 or each.armour < 0 for each in state.creatures.values())


def test_doubtful_contacts_settled_once_hold():
    play = Field({"A:1": (fighter("one"), 300.0, 300.0), "B:1": (fighter("other"), 334.0, 300.0)})
    play.emit(CreatureStood(creature="B:1", at=Stand(334.0, 300.0, 0.5)))
    play.act("A:1").emit(ContactSettled(one="A:1", other="B:1", yes=False))
    assert melee.specs(play.state, "A") == ()
    with pytest.raises(RuleViolation, match="S-MELEE-01"):
        play.give(Fight(by="A", creature="A:1", target="B:1"))
