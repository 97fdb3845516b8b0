"""Battle cards, Tactics, Feats, and how games end in each mode (W-SPELL to W-FEAT, W-END, W-FFA, W-ALLY)."""

import itertools

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Rolled, Shuffled
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import Colour, CreatureKind, Keyword, Moment, Rank, Symbol, Token
from companion.games.warseer.model.cards import TacticCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.setup import Readings
from companion.games.warseer.model.state import InPlay, LastingEffect, State, TurnCount
from companion.games.warseer.model.steps import ReactStep, TurnStep
from companion.games.warseer.model.terms import Selector, Until
from companion.games.warseer.rules.victory import standing_of, winner
from tests.games.warseer.table import CARDS, NAMES, ability, block, character, do, fight, hero, setup, spell
from tests.rules.warseer.hands import destroyed, holding, kinds

HIT, BLANK = Symbol.HIT.value, Symbol.BLANK.value


def test_a_spell_happens_at_once_and_goes_to_history():
    """W-SPELL-01, W-SPELL-02, W-PLAY-01, W-TURN-16, W-PAY-05, W-EX-03, W-CARD-10, W-ZONE-10, W-TURN-20."""
    bolt = spell("t/bolt", fx.DamageEffect(2, Selector(kinds=(CreatureKind.CHARACTER,), count=1)))
    pieces = {"B:2": (character("t/z"), (0, 0)), "B:3": (character("t/z"), (1, 0))}
    state = do(holding(fight(pieces), bolt), c.Play(by="A", card="A:t/bolt"))
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to) == ("choose_whom", ("A",))
    assert prompt.specs[0].fields["chosen"].options == ("B:2", "B:3")
    state = do(state, Choose(by="A", chosen=("B:2",)))
    assert (state.creatures["B:2"].wounds, state.histories["A"], state.influence["A"]) == (2, ("A:t/bolt",), 4)


def test_wounds_pass_armour_and_magic_does():
    """W-SPELL-01, W-DMG-06, W-DMG-07, W-OPEN-32."""
    for effect, wounds in (
        (fx.DamageEffect(1), 0),
        (fx.DamageEffect(1, magic=True), 1),
        (fx.DamageEffect(1, wounds=True), 1),
    ):
        bolt = spell("t/bolt", replace(effect, to=Selector(who="enemy", kinds=(CreatureKind.CHARACTER,))))
        state = holding(fight({"B:2": (character("t/z"), (0, 0))}, creatures={"B:2": {"armour": 1}}), bolt)
        assert do(state, c.Play(by="A", card="A:t/bolt")).creatures["B:2"].wounds == wounds


def test_an_enchantment_stays_until_its_creature_leaves():
    """W-SPELL-03, W-SPELL-04, W-KW-45."""
    state = holding(fight({"A:2": (character("t/x"), (0, 0))}), CARDS["t/enchant"])
    state = do(state, c.Play(by="A", card="A:t/enchant"), Choose(by="A", chosen=("A:2",)))
    assert [(each.card, each.on) for each in state.in_play] == [("A:t/enchant", "A:2")]
    assert state.histories["A"] == ()
    after = destroyed(state, "A:2", "B")
    assert after.in_play == ()
    assert {*after.histories["A"]} == {"A:2", "A:t/enchant"}


def test_a_hero_wears_three_relics_and_no_two_alike():
    """W-REL-01 to -06, W-REL-08, W-PLAY-02, W-CARD-04."""
    worn = tuple(InPlay(card=f"A:t/r{n}", player="A", sort="relic", on="A:1") for n in (0, 2, 3))
    state = do(holding(fight({}, in_play=worn), CARDS["t/r1"]), c.Play(by="A", card="A:t/r1"))
    with pytest.raises(RuleViolation):  # one of the three must go
        GAME.decide(state, Choose(by="A", chosen=()))
    state = do(state, Choose(by="A", chosen=("A:t/r2",)))
    assert {each.card for each in state.in_play} == {"A:t/r0", "A:t/r3", "A:t/r1"}
    assert state.histories["A"] == ("A:t/r2",)
    assert next(each for each in state.in_play if each.card == "A:t/r1").armour == 2  # W-REL-13


def test_a_building_stands_in_the_city():
    """W-BLD-01, W-PLAY-04, W-BLD-07, W-ZONE-16: usable at once."""
    state = do(holding(fight({}), CARDS["t/b2"]), c.Play(by="A", card="A:t/b2"))
    assert [each.sort for each in state.in_play] == ["building"]
    assert "use" in kinds(state)


def tactic(moment: Moment, *effects, key: str = "t/trick", cost: int = 1) -> TacticCard:
    return TacticCard(key=key, names=NAMES, cost=cost, on=moment, effects=effects)


def raw(state: State, command) -> State:
    """The state after a command, with nobody's pass."""
    for event in GAME.decide(state, command):
        state = GAME.evolve(state, event)
    return state


def attack_on_a(*tactics: TacticCard, **values) -> State:
    """B, whose turn it is, is about to attack A's Character."""
    pieces = {"B:2": (character("t/x", attack=block(dice=(Colour.RED,))), (0, 0)), "A:2": (character("t/y"), (1, 0))}
    state = fight(pieces, active="B", steps=(TurnStep(player="B", stage="act"),), **values)
    return raw(holding(state, *tactics), c.Activate(by="B", piece="B:2"))


def test_a_tactic_is_played_in_the_opponents_turn_and_paid():
    """W-TAC-01 to -04, W-TAC-06, W-TAC-07, W-ACT-10, W-PLAY-03."""
    less = fx.ChangeEffect("taken", -1, until=Until.END_OF_ATTACK)
    state = attack_on_a(tactic(Moment.ATTACKED, less))
    state = raw(state, c.Attack(by="B", target="A:2"))
    assert isinstance(state.top, ReactStep)
    state = raw(state, c.React(by="A", card="A:t/trick"))
    assert (state.influence["A"], state.histories["A"]) == (4, ("A:t/trick",))
    state = do(state, Rolled(by="B", faces=(HIT,)))
    assert state.creatures["A:2"].wounds == 0


def test_two_tactics_of_one_name_are_not_played_on_one_situation():
    """W-TAC-05, W-PLAY-03."""
    card = tactic(Moment.ATTACKED, fx.InfluenceEffect(0))
    state = attack_on_a(card)
    seats = tuple(replace(seat, deck=("t/trick",) * 2) for seat in state.setup.seats)
    hands = state.hands | {"A": ("A:t/trick", "A:t/trick#2")}
    state = replace(state, hands=hands, setup=replace(state.setup, seats=seats))
    state = raw(raw(state, c.Attack(by="B", target="A:2")), c.React(by="A", card="A:t/trick"))
    assert isinstance(state.top, ReactStep)
    assert kinds(state, "A") == {"pass"}


def test_who_might_hold_a_tactic_is_asked_in_the_same_way():
    """W-VIS-03, W-ZONE-19: that nobody plays one tells nothing."""
    card, other = tactic(Moment.ATTACKED), spell("t/other")
    state = attack_on_a(card, other)
    bare = replace(state, hands=state.hands | {"A": ("A:t/other",)}, decks=state.decks | {"A": ("A:t/trick",)})
    bare = raw(bare, c.Attack(by="B", target="A:2"))
    assert isinstance(bare.top, ReactStep)
    assert kinds(bare, "A") == {"pass"}


def test_a_destroyed_character_is_a_feat_face_down_for_each_star():
    """W-FEAT-14, W-FEAT-15, W-FEAT-25, W-FEAT-29, W-VP-02, W-CARD-28, W-MIN-12."""
    for card, points in (
        (character("t/z"), 1),
        (character("t/z", rank=Rank.GOLD, stars=2), 2),
        (character("t/z", rank=Rank.NONE), 0),
        (CARDS["t/minion"], 0),
    ):
        state = destroyed(fight({"B:2": (card, (0, 0))}), "B:2")
        assert (state.points["A"], len(state.kills["A"])) == (points, points)
    gold = character("t/z", rank=Rank.GOLD, stars=2)
    assert destroyed(fight({"B:2": (gold, (0, 0))}, feats=("t/f0",)), "B:2").points["A"] == 1


@pytest.mark.parametrize(
    ("changes", "player", "why"),
    [
        ({}, "A", "poison"), ({}, "A", "disease"), ({}, "A", "counter"),
        ({"turn": 1}, "A", "attack"), ({"active": "B"}, "A", "attack"), ({"feats": ()}, "A", "attack"),
    ],
)  # fmt: skip
def test_some_kills_give_nothing(changes, player, why):
    """W-FEAT-13, W-FEAT-23, W-FEAT-24, W-FEAT-28, W-FEAT-29, W-END-02, W-OPEN-15, W-OPEN-16."""
    state = fight({"B:2": (character("t/z"), (0, 0))}, **changes)
    assert destroyed(state, "B:2", player, why).points["A"] == 0


def test_open_readings_of_kills():
    """W-OPEN-15, W-OPEN-16."""
    pieces = {"B:2": (character("t/z"), (0, 0))}
    first = fight(pieces, turn=1, readings=Readings(first_turn_kills=True))
    assert destroyed(first, "B:2").points["A"] == 1
    later = fight(pieces, active="B", readings=Readings(kills_anytime=True))
    assert destroyed(later, "B:2").points["A"] == 1


def test_feats_are_played_when_their_condition_is_met():
    """W-FEAT-02, W-FEAT-16, W-FEAT-17, W-FEAT-20, W-FEAT-21, W-FEAT-26, W-VP-03, W-TURN-18, W-ZONE-14."""
    count = TurnCount(dealt={"B:1": 2}, spent=4)
    state = fight({}, feats_held={"A": ("t/f1", "t/f1#2", "t/f5", "t/f4"), "B": ()}, count=count)
    (scoring,) = [spec for spec in GAME.prompts(state)[0].specs if spec.kind == "score"]
    assert scoring.fields["feat"].options == ("t/f1", "t/f1#2", "t/f5")
    state = do(state, c.Score(by="A", feat="t/f1"))
    assert (state.points["A"], state.fame["A"]) == (2, ("t/f1",))
    (scoring,) = [spec for spec in GAME.prompts(state)[0].specs if spec.kind == "score"]
    assert scoring.fields["feat"].options == ("t/f5",)


def test_a_military_feat_needs_a_destroyed_character_each():
    """W-FEAT-18, W-FEAT-19, W-PH-03."""
    held = {"feats_held": {"A": ("t/f0", "t/f0#2"), "B": ()}}
    assert "score" not in kinds(fight({"B:2": (character("t/z"), (0, 0))}, **held))
    state = destroyed(fight({"B:2": (character("t/z"), (0, 0))}, **held), "B:2")
    state = do(state, c.Score(by="A", feat="t/f0"))
    assert state.points["A"] == 2
    assert "score" not in kinds(state)


def test_no_feat_in_the_first_players_first_turn():
    """W-FEAT-23."""
    state = fight({}, feats_held={"A": ("t/f5",), "B": ()}, count=TurnCount(spent=4), turn=1)
    assert "score" not in kinds(state)


def test_one_feat_is_discarded_for_an_effect():
    """W-FEAT-10, W-FEAT-11, W-FEAT-12, W-TURN-19, W-DATA-35, W-ECON-17."""
    held = {"A": ("t/f0", "t/f1"), "B": ()}
    state = fight({}, feats_held=held, influence={"A": 9, "B": 0}, decks={"A": ("A:t/s0",), "B": ()})
    gained = do(state, c.Spend(by="A", feat="t/f0", option="influence"))
    assert (gained.influence["A"], gained.feats_gone) == (10, ("t/f0",))
    assert "spend" not in kinds(gained)
    assert do(state, c.Spend(by="A", feat="t/f0", option="draw")).hands["A"] == ("A:t/s0",)
    summoning = do(state, c.Spend(by="A", feat="t/f0", option="minions"))
    (prompt,) = GAME.prompts(summoning)
    to = prompt.specs[0].fields["to"].options[0]
    placed = do(summoning, c.Move(by="A", piece=str(prompt.specs[0].fixed["piece"]), to=to))
    assert any(each.kind is CreatureKind.MINION for each in placed.mine("A"))
    assert "summon" not in placed.count.scored


def test_the_target_ends_the_game_at_once():
    """W-END-06, W-FEAT-22, W-END-13, W-GEN-04."""
    state = destroyed(fight({"B:2": (character("t/z"), (0, 0))}, points={"A": 11, "B": 3}), "B:2")
    assert (state.outcome, state.ended) == ("A", "goal")
    with pytest.raises(RuleViolation):
        GAME.decide(state, c.EndTurn(by="A"))


def test_a_destroyed_hero_ends_a_duel_and_gives_six():
    """W-END-03, W-END-04, W-END-05, W-VP-04; VP decide all the same (W-END-08, W-GEN-03)."""
    state = destroyed(fight({}), "B:1")
    assert (state.points["A"], state.outcome, state.ended) == (6, "A", "hero")
    state = destroyed(fight({}, points={"A": 1, "B": 8}), "B:1")
    assert (state.points["A"], state.outcome) == (7, "B")
    state = destroyed(fight({}), "B:1", "B")
    assert (state.points["A"], state.outcome) == (6, "A")


def test_the_last_feat_ends_the_game_with_the_turn():
    """W-END-01, W-FEAT-03."""
    state = fight({"B:2": (character("t/z"), (0, 0))}, feats=("t/f0",))
    state = destroyed(state, "B:2")
    assert state.outcome is None
    assert state.last
    state = do(state, c.Activate(by="A", piece="A:1"), c.Stop(by="A"), c.EndTurn(by="A"))
    assert (state.outcome, state.ended) == ("A", "feats")


def test_ties_are_broken_by_feats_played_then_by_those_face_down():
    """W-END-08 to -11."""
    state = fight({}, points={"A": 4, "B": 4})
    assert winner(state) == ""
    assert winner(replace(state, kills={"A": ("t/f0",), "B": ()})) == "A"
    played = replace(state, kills={"A": ("t/f0",), "B": ()}, fame={"A": (), "B": ("t/f1",)})
    assert winner(played) == "B"
    assert winner(replace(played, points={"A": 5, "B": 4})) == "A"


def of_many(mode: Mode, players: int, **values) -> State:
    names = "ABCD"[:players]
    pieces = {f"{name}:1": (hero(), (2 * number - 3, 0)) for number, name in enumerate(names)}
    pieces |= {f"{name}:2": (character("t/z"), (2 * number - 3, 2)) for number, name in enumerate(names)}
    return fight(pieces, setup={"players": players, "mode": mode}, **values)


def test_among_several_a_fallen_hero_costs_four_and_gives_six():
    """W-FFA-07, W-FFA-08, W-FFA-09, W-FFA-15, W-FFA-16, W-LIM-03, W-LIM-04, W-OPEN-39, W-OPEN-40."""
    state = destroyed(of_many(Mode.EVERYONE, 3, points={"A": 0, "B": 3, "C": 0}), "B:1")
    assert state.points == {"A": 6, "B": 0, "C": 0}
    assert state.fallen == ("B",)
    assert state.mine("B") == ()
    assert state.outcome is None
    state = do(state, c.Activate(by="A", piece="A:1"), c.Stop(by="A"), c.Activate(by="A", piece="A:2"), c.Stop(by="A"))
    assert do(state, c.EndTurn(by="A")).active == "C"


def test_among_several_the_last_hero_ends_the_game():
    """W-FFA-11, W-FFA-14."""
    state = destroyed(destroyed(of_many(Mode.EVERYONE, 3, points={"A": 0, "B": 0, "C": 0}), "B:1"), "C:1")
    assert (state.outcome, state.ended) == ("A", "goal")  # twice six
    state = of_many(Mode.EVERYONE, 3, readings=Readings(ffa_hero_award=0))
    state = destroyed(destroyed(state, "B:1"), "C:1")
    assert (state.outcome, state.ended) == ("", "hero")


def test_teams_have_one_sum_and_four_for_a_hero():
    """W-ALLY-09, W-ALLY-11, W-ALLY-16, W-ALLY-17, W-ALLY-18, W-ALLY-20, W-LIM-02, W-OPEN-38."""
    state = of_many(Mode.ALLIANCE, 4)
    state = replace(state, setup=replace(state.setup, goal=24))
    once = destroyed(state, "B:1")
    assert (once.points["A"], once.outcome) == (4, None)
    assert standing_of(once, "X")[0] == 4
    twice = destroyed(once, "D:1")
    assert (twice.outcome, twice.ended) == ("X", "hero")
    near = replace(state, points={"A": 12, "B": 0, "C": 11, "D": 0})
    assert destroyed(near, "B:2").outcome == "X"


def test_the_order_and_the_influence_of_each_mode():
    """W-ECON-10, W-SETUP-12, W-FFA-04 to -06, W-ALLY-05, W-ALLY-07, W-ALLY-08, W-LIM-01 to -04, W-CARD-08."""
    for players, mode, influence, most in (
        (2, Mode.DUEL, [2, 3], 7), (3, Mode.EVERYONE, [2, 2, 3], 6), (4, Mode.EVERYONE, [2, 2, 3, 3], 5),
        (4, Mode.ALLIANCE, [2, 2, 3, 3], 5),
    ):  # fmt: skip
        game = setup(players, mode, unique=())
        state = GAME.new(game)
        pile = GAME.shuffling(state)
        assert pile is not None
        for event in GAME.decide(state, Shuffled(by=TABLE, player=pile[0], order=pile[1])):
            state = GAME.evolve(state, event)
        assert [state.influence[player] for player in state.order] == influence
        assert game.most_creatures == most
        sides = [state.side(player) for player in state.order]
        assert all(one != other for one, other in itertools.pairwise(sides))


def test_a_resurgent_rises_where_a_character_fell():
    """W-KW-37, W-OPEN-65."""
    state = fight(
        {"B:2": (character("t/z"), (0, 0)), "A:2": (character("t/risen", ability(Keyword.RESURGENT)), (4, 0))}
    )
    waiting = replace(state.creatures["A:2"], where=Where.HISTORY, cell=None)
    state = replace(state, creatures=state.creatures | {"A:2": waiting}, histories={"A": ("A:2",), "B": ()})
    state = do(destroyed(state, "B:2"), Choose(by="A", chosen=("A:2",)))
    assert state.creatures["A:2"].cell == (0, 0)
    assert state.creatures["A:2"].done
    assert state.creatures["B:2"].where is Where.UNDER
    assert state.histories == {"A": (), "B": ()}
    assert state.points["A"] == 1
    after = destroyed(state, "A:2", "B")
    assert after.histories == {"A": ("A:2",), "B": ("B:2",)}


def test_tokens_go_with_the_creature():
    """W-ZONE-12, W-KW-17: what it had gained is lost."""
    quick = LastingEffect(effect=fx.ChangeEffect("movement", 1), pieces=("B:2",), player="B", amount=1)
    pieces = {"B:2": (character("t/z"), (0, 0))}
    state = fight(pieces, creatures={"B:2": {"tokens": (Token.STUN,), "armour": 2}}, lasting=(quick,))
    after = destroyed(state, "B:2")
    gone = after.creatures["B:2"]
    assert (gone.tokens, gone.armour, after.lasting) == ((), 0, ())


def test_an_attack_by_a_creature_of_the_team_is_not_offered():
    """W-ALLY-06, W-ATK-24."""
    state = of_many(Mode.ALLIANCE, 4)
    ally = replace(state.creatures["C:2"], cell=state.creatures["A:2"].cell._replace(q=-2))
    state = do(replace(state, creatures=state.creatures | {"C:2": ally}), c.Activate(by="A", piece="A:2"))
    targets = {
        each for spec in GAME.prompts(state)[0].specs if spec.kind == "attack" for each in spec.fields["target"].options
    }
    assert "C:2" not in targets
