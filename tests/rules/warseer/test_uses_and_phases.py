"""Multiple Uses, Relics that come and go, the phases of a turn, and what adds up (W-MULT, W-REL, W-TURN, W-PAY)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Rolled, SetValue
from companion.games.defaults.hands import Drew
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import AttackKind, Colour, CreatureKind, Keyword, Moment, Symbol, Token
from companion.games.warseer.model.cards import RelicCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.state import InPlay, LastingEffect, State, TurnCount
from companion.games.warseer.model.terms import Amount, Condition, Selector, Until
from companion.games.warseer.rules.creature.values import changed_by, found
from companion.geometry.grid import Cell
from tests.games.warseer.table import NAMES, ability, attacking, block, character, do, fight, hero
from tests.rules.warseer.hands import destroyed, effects, holding, kinds, options

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))


def relic(key: str, *abilities: fx.Ability, **values) -> RelicCard:
    return RelicCard(key=key, names=NAMES, abilities=abilities, **({"cost": 1, "income": 2} | values))


def wearing(state: State, card: RelicCard, player: str = "A", **values) -> State:
    """The same with a Relic on a Hero."""
    worn = InPlay(card=f"{player}:{card.key}", player=player, sort="relic", on=f"{player}:1", uses=card.uses)
    cards = state.setup.cards | {card.key: card}
    return replace(state, setup=replace(state.setup, cards=cards), in_play=(*state.in_play, replace(worn, **values)))


def asked(state: State) -> str:
    (prompt,) = GAME.prompts(state)
    return prompt.key


def dice_of(state: State) -> list[str]:
    rolled = [spec for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "rolled"]
    assert len(rolled) == 1
    return [die.kind for die in rolled[0].fields["faces"].dice]


# ------------------------------------------------------------------ Multiple Uses


WHETSTONE = relic(
    "t/whetstone", fx.Ability(names=NAMES, use=True, on=Moment.ATTACK, effects=(fx.DiceEffect((GREEN,)),)), uses=3
)
CLOAK = relic(
    "t/cloak",
    fx.Ability(
        names=NAMES, use=True, on=Moment.ATTACKED, effects=(fx.ChangeEffect("taken", -1, until=Until.END_OF_ATTACK),)
    ),
    uses=2,
)


def test_a_card_of_three_uses_adds_one_die_to_an_attack_and_no_more_in_an_activation():
    """W-MULT-02, W-MULT-04, W-MULT-05, W-EX-10, W-KW-31: its player may also leave it, and use it in the next."""
    twice = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("attacks", 1),))
    pieces = {"A:1": (hero("t/twice", twice, attack=block(dice=(RED,))), (0, 0)), "B:2": (character("t/z"), (1, 0))}
    state = wearing(fight(pieces), WHETSTONE)
    state = do(state, c.Activate(by="A", piece="A:1"), c.Attack(by="A", target="B:2"))
    assert asked(state) == "marker"
    left = do(state, Choose(by="A", chosen=()))
    assert (dice_of(left), left.in_play[0].uses) == (["red"], 3)
    again = do(left, Rolled(by="A", faces=(BLANK,)), c.Attack(by="A", target="B:2"))
    assert asked(again) == "marker"
    state = do(state, Choose(by="A", chosen=("A:t/whetstone",)))
    assert (dice_of(state), state.in_play[0].uses) == (["red", "green"], 2)
    state = do(state, Rolled(by="A", faces=(BLANK, BLANK)), c.Attack(by="A", target="B:2"))
    assert dice_of(state) == ["red"]
    state = do(state, Rolled(by="A", faces=(BLANK,)))
    creatures = state.creatures | {"A:1": replace(state.creatures["A:1"], done=False)}
    state = do(replace(state, creatures=creatures), c.Activate(by="A", piece="A:1"), c.Attack(by="A", target="B:2"))
    assert asked(state) == "marker"


def test_a_card_of_two_uses_lowers_the_damage_of_an_attack_by_one():
    """W-MULT-03, W-MULT-05: its last use works, then it goes to History."""
    for uses, gone in ((2, False), (1, True)):
        state = fight({"A:2": (character("t/x"), (0, 0)), "B:1": (hero(), (1, 0))})
        state = attacking(wearing(state, CLOAK, "B", uses=uses), "A:2", "B:1")
        state = do(state, Choose(by="B", chosen=("B:t/cloak",)))
        state = do(state, Rolled(by="A", faces=(HIT, HIT)))
        assert state.creatures["B:1"].wounds == 1
        assert (state.histories["B"] == ("B:t/cloak",)) is gone


def test_the_last_use_comes_before_the_relic_goes():
    """W-REL-08, W-REL-12, W-REL-21, W-MULT-03, W-OPEN-12: Income still lacks the Relic as it works."""
    gain = fx.InfluenceEffect(Amount("income", plus=1))
    gift = relic("t/gift", fx.Ability(names=NAMES, use=True, effects=(gain,)), uses=1)
    state = do(wearing(fight({}), gift), c.Use(by="A", of="A:t/gift", ability="0"))
    assert (state.influence["A"], state.income("A"), state.in_play) == (6, 2, ())


def test_outside_activations_uses_follow_one_another():
    """W-MULT-01, W-MULT-02, W-MULT-06, W-MULT-07, W-EX-10, W-REL-07, W-REL-10, W-REL-11: from the turn it is played."""
    own = Selector(who="own", kinds=(CreatureKind.CHARACTER,), count=1)
    card = relic("t/salve", fx.Ability(names=NAMES, use=True, effects=(fx.HealEffect(1, own),)), uses=4)
    pieces = {f"A:{number}": (character("t/x"), (number, -3)) for number in (2, 3)}
    state = fight(pieces, creatures={"A:2": {"wounds": 2}, "A:3": {"wounds": 2}})
    state = do(holding(state, card), c.Play(by="A", card="A:t/salve"))
    assert [each.uses for each in state.in_play] == [4]
    assert "use" in kinds(state)
    for left, piece in ((3, "A:2"), (2, "A:3"), (1, "A:2"), (0, "A:3")):
        state = do(state, c.Use(by="A", of="A:t/salve", ability="0"), Choose(by="A", chosen=(piece,)))
        assert sum(each.uses for each in state.in_play) == left
    assert [state.creatures[each].wounds for each in ("A:2", "A:3")] == [0, 0]
    assert (state.in_play, state.histories["A"]) == ((), ("A:t/salve",))


# ------------------------------------------------------------------ Relics


def test_a_relic_may_replace_another_before_there_are_three():
    """W-REL-01 to -06, W-REL-13, W-ZONE-15: one of the same name can only take its place."""
    old = tuple(InPlay(card=f"A:t/r{n}", player="A", sort="relic", on="A:1", armour=n == 1) for n in (1, 2))
    plate = fight({}).setup.cards["t/r1"]
    state = do(holding(fight({}, in_play=old), relic("t/new")), c.Play(by="A", card="A:t/new"))
    assert options(state, "choose", "chosen") == {"A:t/r1", "A:t/r2"}
    assert len(do(state, Choose(by="A", chosen=())).in_play) == 3
    state = do(state, Choose(by="A", chosen=("A:t/r2",)))
    assert [(each.card, each.on) for each in state.in_play] == [("A:t/r1", "A:1"), ("A:t/new", "A:1")]
    assert state.histories["A"] == ("A:t/r2",)
    state = holding(fight({}, in_play=old), plate)
    state = do(replace(state, hands={"A": ("A:t/r1#2",), "B": ()}), c.Play(by="A", card="A:t/r1#2"))
    assert options(state, "choose", "chosen") == {"A:t/r1"}
    with pytest.raises(RuleViolation):
        GAME.decide(state, Choose(by="A", chosen=()))
    state = do(state, Choose(by="A", chosen=("A:t/r1",)))
    assert [(each.card, each.armour) for each in state.in_play] == [("A:t/r2", 0), ("A:t/r1#2", 2)]


def test_health_that_goes_takes_the_creature_with_it():
    """W-DMG-04, W-REL-20, W-CARD-18: as many Wounds as Health destroy, whenever that comes about."""
    heart = relic("t/heart", fx.Ability(names=NAMES, holds=(fx.ChangeEffect("health", 2),)))
    state = wearing(fight({}, creatures={"A:1": {"wounds": 8}}), heart)
    assert state.outcome is None
    state = do(holding(state, relic("t/new")), c.Play(by="A", card="A:t/new"))
    assert do(state, Choose(by="A", chosen=())).outcome is None
    assert do(state, Choose(by="A", chosen=("A:t/heart",))).outcome == "B"
    weak = LastingEffect(effect=fx.ChangeEffect("health", -1), pieces=("B:2",), player="A", amount=-1)
    state = fight({"B:2": (character("t/z"), (0, 0))}, creatures={"B:2": {"wounds": 2}})
    assert state.is_standing("B:2")
    state = do(replace(state, lasting=(weak,)), c.Activate(by="A", piece="A:1"))
    assert not state.is_standing("B:2")


def test_wounds_set_by_hand_destroy_too():
    """W-DMG-04, W-FEAT-14: for whoever sets them on an opponent's creature."""
    state = fight({"B:2": (character("t/z"), (0, 0))})
    state = do(state, SetValue(by="A", what="wounds", of="B:2", value=2))
    assert state.is_standing("B:2")
    state = do(state, SetValue(by="A", what="wounds", of="B:2", value=3))
    assert (state.is_standing("B:2"), state.points["A"]) == (False, 1)


def test_an_effect_destroys_what_is_in_play():
    """W-BLD-01, W-REL-08, W-SPELL-03, W-SPELL-04, W-ZONE-10, W-ECON-06: of whom and of what sort the text says."""
    in_play = (
        *(InPlay(card=card, player=card[0], sort="building") for card in ("B:t/b0", "B:t/b1", "A:t/b2")),
        InPlay(card="B:t/r0", player="B", sort="relic", uses=2, on="B:1"),
        InPlay(card="B:t/enchant", player="B", sort="spell", on="B:1"),
    )
    state = fight({}, in_play=in_play)
    for effect, cards in (
        (fx.WreckEffect("building"), {"B:t/b0", "B:t/b1"}), (fx.WreckEffect("building", "own"), {"A:t/b2"}),
        (fx.WreckEffect(), {"B:t/r0"}), (fx.WreckEffect("enchantment"), {"B:t/enchant"}),
    ):  # fmt: skip
        asking = effects(state, effect)
        assert options(asking, "choose", "chosen") == cards
        card = min(cards)
        after = do(asking, Choose(by="A", chosen=(card,)))
        assert {each.card for each in after.in_play} == {each.card for each in in_play} - {card}
        assert after.histories[card[0]] == (card,)
    assert kinds(effects(fight({}), fx.WreckEffect())) & {"choose"} == set()


# ------------------------------------------------------------------ Turn icons


def test_a_relic_with_two_icons_takes_the_heros_activation():
    """W-ACTV-02, W-ACTV-06 to -08: a Relic with the Turn icon alone turns itself."""
    effect = (fx.InfluenceEffect(1),)
    both = relic("t/both", fx.Ability(names=NAMES, turn=True, hero_turn=True, effects=effect))
    alone = relic("t/alone", fx.Ability(names=NAMES, turn=True, effects=effect))
    state = wearing(wearing(fight({}), both), alone)
    used = do(state, c.Use(by="A", of="A:t/alone", ability="0"))
    assert (used.creatures["A:1"].done, [each.turned for each in used.in_play]) == (False, [False, True])
    used = do(used, c.Use(by="A", of="A:t/both", ability="0"))
    assert (used.creatures["A:1"].done, used.influence["A"]) == (True, 7)
    assert kinds(used) >= {"endturn"}
    acted = do(state, c.Activate(by="A", piece="A:1"), c.Stop(by="A"))
    assert {spec.fixed["of"] for spec in GAME.prompts(acted)[0].specs if spec.kind == "use"} == {"A:t/alone"}


def test_a_stunned_creature_uses_no_turn_icon():
    """W-KW-42, W-ACT-04, W-OPEN-56: it loses the token instead of its activation."""
    icon = fx.Ability(names=NAMES, turn=True, effects=(fx.InfluenceEffect(1),))
    both = relic("t/both", fx.Ability(names=NAMES, turn=True, hero_turn=True, effects=(fx.InfluenceEffect(1),)))
    state = wearing(fight({"A:2": (character("t/x", icon), (0, 0))}), both)
    assert "use" in kinds(state)
    stunned = {key: replace(state.creatures[key], tokens=(Token.STUN,)) for key in ("A:1", "A:2")}
    assert "use" not in kinds(replace(state, creatures=state.creatures | stunned))


def test_a_building_helps_a_creature_once_a_turn_and_is_ready_in_the_next():
    """W-BLD-01 to -06, W-ACTV-05, W-ACTV-08: of two Buildings only one can heal it, and both cost their payment."""
    halls = tuple(InPlay(card=card, player="A", sort="building") for card in ("A:t/b0", "A:t/b0#2"))
    pieces = {"A:2": (character("t/x"), (0, 0)), "A:3": (character("t/x"), (-1, 0))}
    hurt = {"A:2": {"wounds": 2}, "A:3": {"wounds": 2}}
    state = do(fight(pieces, in_play=halls, creatures=hurt), c.Use(by="A", of="A:t/b0", ability="0"))
    state = do(state, Choose(by="A", chosen=("A:2",)))
    assert {spec.fixed["of"] for spec in GAME.prompts(state)[0].specs if spec.kind == "use"} == {"A:t/b0#2"}
    second = do(state, c.Use(by="A", of="A:t/b0#2", ability="0"))
    assert "A:2" not in options(second, "choose", "chosen")
    assert second.influence["A"] == 3
    assert "use" not in kinds(replace(state, influence={"A": 0, "B": 0}))
    for piece in ("A:1", "A:2", "A:3"):
        state = do(state, c.Activate(by="A", piece=piece), c.Stop(by="A"))
    state = do(state, c.EndTurn(by="A"))
    assert [each.turned for each in state.in_play] == [True, False]
    assert kinds(state, "B") & {"use"} == set()  # W-BLD-02: in the own turn alone
    state = do(state, c.Activate(by="B", piece="B:1"), c.Stop(by="B"), c.EndTurn(by="B"))
    assert [each.turned for each in state.in_play] == [False, False]
    assert not any(each.done or each.built for each in state.mine("A"))


# ------------------------------------------------------------------ the phases of a turn


def turning(state: State, by: str = "A") -> list[object]:
    """The events of the end of a turn in which nobody has anything left to do."""
    creatures = {key: replace(each, done=True) for key, each in state.creatures.items()}
    return list(GAME.decide(replace(state, creatures=creatures), c.EndTurn(by=by)))


def test_a_turn_follows_a_turn_and_begins_in_its_order():
    """W-TURN-01 to -11, W-TURN-23, W-TURN-24, W-PH-01, W-PH-04: made ready, then refilled, then the draws.

    W-ACT-12, W-ACTV-05, W-ECON-03, W-ZONE-13.
    """
    slow, quick = (fx.ChangeEffect("movement", by) for by in (-1, 1))
    lasting = (
        LastingEffect(effect=slow, pieces=("B:1",), player="B", amount=-1, until=Until.OWN_TURN),
        LastingEffect(effect=slow, pieces=("A:1",), player="A", amount=-1, until=Until.OWN_TURN),
        LastingEffect(effect=quick, pieces=("A:1",), player="A", amount=1, until=Until.END_OF_TURN),
    )
    halls = tuple(InPlay(card=f"{player}:t/b0", player=player, sort="building", turned=True) for player in "AB")
    state = fight(
        {"B:2": (character("t/z"), (0, 0))}, lasting=lasting, in_play=halls, decks={"A": (), "B": ("B:t/s0",)},
        histories={"A": (), "B": ("B:t/b0",)},
    )  # fmt: skip
    events = turning(state)
    sought = (e.Readied, e.Expired, e.InfluenceSet, Drew, e.FeatDrawn)
    told = [each for each in events if isinstance(each, sought)]
    assert [type(each) for each in told] == [e.Expired, e.Readied, e.Expired, e.InfluenceSet, Drew, e.FeatDrawn]
    assert told[0].until is Until.END_OF_TURN
    creatures = {key: replace(each, done=True) for key, each in state.creatures.items()}
    state = replace(state, creatures=creatures)
    for event in events:
        state = GAME.evolve(state, event)
    assert (state.active, state.round) == ("B", 2)
    assert state.lasting == (lasting[1],)
    assert [each.turned for each in state.in_play] == [True, False]
    assert [each.done for each in state.creatures.values()] == [True, False, False]
    assert (state.influence["B"], len(state.hands["B"]), len(state.feats_held["B"])) == (3, 1, 1)
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(state, c.Activate(by="A", piece="A:1"))
    assert refused.value.rule_id == "W-TURN-03"


def test_the_first_turn_of_each_player_has_no_refill():
    """W-ECON-04, W-TURN-07, W-TURN-11, W-TURN-24: though the first player is gone by then."""
    pieces = {f"{player}:1": (hero(), (2 * number - 3, 0)) for number, player in enumerate("ABC")}
    game = {"players": 3, "mode": Mode.EVERYONE}
    state = fight(pieces, setup=game, turn=1, round=1, histories={"A": (), "B": ("B:t/b0",), "C": ("C:t/b0",)})
    state = destroyed(state, "A:1", "B")
    assert state.fallen == ("A",)
    assert state.active == "B"  # A's turn was over with A's Hero (W-FFA-16)
    for player, after, influence in (("B", "C", 5), ("C", "B", 3)):
        for event in turning(state, player):
            state = GAME.evolve(state, event)
        assert (state.active, state.influence[after], len(state.feats_held[after])) == (
            after, influence, 1 + (player == "C"),
        )  # fmt: skip


def test_all_that_may_be_done_in_a_turn_is_offered_in_any_order():
    """W-TURN-12 to -20, W-PH-02, W-SUM-01, W-FEAT-17: one summon, one card and one Feat discarded, the rest freely."""
    icon = fx.Ability(names=NAMES, turn=True, effects=(fx.InfluenceEffect(1),))
    state = fight(
        {"A:2": (character("t/x", icon), (0, 0))}, hands={"A": ("A:t/b0", "A:t/b1", "A:t/b2"), "B": ()},
        feats_held={"A": ("t/f5", "t/f2"), "B": ()}, count=TurnCount(spent=4), influence={"A": 9, "B": 0},
        in_play=(InPlay(card="A:t/r0", player="A", sort="relic", uses=2, on="A:1"),),
    )  # fmt: skip
    camp = replace(state.creatures["A:2"], id="A:3", where=Where.CAMP, cell=None)
    state = replace(state, creatures=state.creatures | {"A:3": camp, "A:4": replace(camp, id="A:4")})
    every = {"activate", "use", "summon", "play", "discard", "score", "spend"}
    assert kinds(state) == every
    assert {spec.fixed["of"] for spec in GAME.prompts(state)[0].specs if spec.kind == "use"} == {"A:2", "A:t/r0"}
    state = do(state, c.Discard(by="A", card="A:t/b0"))
    assert kinds(state) == every - {"discard"}
    state = do(state, c.Spend(by="A", feat="t/f2", option="influence"))
    assert kinds(state) == every - {"discard", "spend"}
    state = do(state, c.Summon(by="A", piece="A:3", to=Cell(0, -4)))
    assert kinds(state) == every - {"discard", "spend", "summon"}
    state = do(state, c.Play(by="A", card="A:t/b1"), c.Activate(by="A", piece="A:2"), c.Stop(by="A"))
    assert kinds(state) == {"activate", "use", "play", "score"}
    state = do(state, c.Play(by="A", card="A:t/b2"), c.Score(by="A", feat="t/f5"))
    assert (state.fame["A"], len(state.in_play_of("A", "building"))) == (("t/f5",), 2)


# ------------------------------------------------------------------ attacks and what adds up


@pytest.mark.parametrize("kind", AttackKind)
def test_every_type_of_attack_follows_the_same_steps(kind):
    """W-ATK-01, W-ATK-02, W-ATK-08, W-ATK-09, W-ATK-16: three types, one sequence."""
    mine = character("t/x", ability(Keyword.MASTER_OF_ATTACK, x=1), attack=block(kind, (RED,)))
    state = attacking(fight({"A:2": (mine, (0, 0)), "B:2": (character("t/z"), (1, 0))}), "A:2", "B:2")
    assert asked(state) == "roll"
    state = do(state, Rolled(by="A", faces=(HIT,)))
    assert asked(state) == "reroll"
    state = do(state, Choose(by="A", chosen=()))
    assert state.creatures["B:2"].wounds == 1
    assert len(AttackKind) == 3


def test_some_effects_work_with_some_types_of_attack_alone():
    """W-ATK-03: a die for Ranged attacks is none for the others."""
    bow = fx.Ability(names=NAMES, on=Moment.ATTACK, condition=Condition(attack=(AttackKind.RANGED,)),
                     effects=(fx.DiceEffect((GREEN,)),))  # fmt: skip
    for kind, dice in ((AttackKind.RANGED, ["red", "green"]), (AttackKind.MELEE, ["red"]), (AttackKind.MAGIC, ["red"])):
        mine = character("t/x", bow, attack=block(kind, (RED,)))
        state = attacking(fight({"A:2": (mine, (0, 0)), "B:2": (character("t/z"), (1, 0))}), "A:2", "B:2")
        assert dice_of(state) == dice


def test_of_one_ability_the_greater_counts_and_what_has_a_plus_adds_up():
    """W-PAY-03, W-PAY-04, W-ABIL-01, W-ABIL-06: an ability may be a drawback, and holds always."""
    given = [fx.GiveEffect(Keyword.MASTER_OF_ATTACK, x=x) for x in (3, 2)]
    plus = [fx.ChangeEffect("movement", by) for by in (2, 1, -1)]
    card = character(
        "t/x", ability(Keyword.MASTER_OF_ATTACK, x=1), ability(Keyword.SLOW),
        *(fx.Ability(names=NAMES, holds=(each,)) for each in (*given, *plus)),
    )  # fmt: skip
    state = fight({"A:2": (card, (0, 0))})
    master = found(state, "A:2", Keyword.MASTER_OF_ATTACK)
    assert master is not None
    assert (master.x, changed_by(state, "A:2", "movement")) == (3, 2)
    assert kinds(do(state, c.Activate(by="A", piece="A:2"))) == {"move", "stop"}


def test_dice_whose_faces_nobody_knows_may_show_anything():
    """W-DICE-02, W-DICE-08, W-DATA-01: the players enter what came; known dice offer what they show."""
    state = fight({"A:2": (character("t/x", attack=block(dice=(RED,))), (0, 0)), "B:2": (character("t/z"), (1, 0))})
    known = {RED: (Symbol.HIT, Symbol.CRIT)}
    card = replace(state.setup.dice_card, faces=known)
    for dice, faces in (("", {*Symbol}), ("t/dice", {"hit", "crit"})):
        setup = replace(state.setup, dice=dice, cards=state.setup.cards | {"t/dice": card})
        (prompt,) = GAME.prompts(attacking(replace(state, setup=setup), "A:2", "B:2"))
        assert {*prompt.specs[0].fields["faces"].dice[0].faces} == faces


def test_a_character_under_foreign_control_returns_to_its_first_owner():
    """W-SUM-07."""
    state = fight({"B:2": (character("t/z"), (0, 0))})
    state = replace(state, creatures=state.creatures | {"B:2": replace(state.creatures["B:2"], player="A")})
    assert "B:2" in options(state, "activate", "piece")
    state = destroyed(state, "B:2", "B")
    assert (state.histories, state.creatures["B:2"].player) == ({"A": (), "B": ("B:2",)}, "B")


def test_the_duelist_counts_three_wounds_of_the_opponents_hero():
    """W-FEAT-26, W-FEAT-27, W-FEAT-16, W-DATA-36: those of this turn alone, and not those of others."""
    from companion.games.warseer.shelf.library import LIBRARY  # noqa: PLC0415

    duelist = LIBRARY.cards["seed/duelist"]
    state = fight({"B:2": (character("t/z"), (0, 0))}, feats_held={"A": ("seed/duelist",), "B": ()})
    setup = replace(state.setup, cards=state.setup.cards | {duelist.key: duelist})
    for dealt, met in (({"B:1": 3}, True), ({"B:1": 2}, False), ({"B:2": 3}, False), ({"B:1": 2, "B:2": 1}, False)):
        now = replace(state, setup=setup, count=TurnCount(dealt=dealt))
        assert ("score" in kinds(now)) is met
    hit = do(attacking(fight({"A:2": (character("t/x"), (0, 0)), "B:1": (hero(), (1, 0))},
                             creatures={"B:1": {"armour": 1, "wounds": 2}}), "A:2", "B:1"),
             Rolled(by="A", faces=(HIT, CRIT)))  # fmt: skip
    assert hit.count.dealt == {"B:1": 1}
