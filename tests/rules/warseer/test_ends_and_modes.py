"""How games end, and what the modes of three and four players change (W-END, W-ALLY, W-FFA, W-MODE)."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import TimeUp
from companion.games.options import chosen_of
from companion.games.shelf import SeatedPlayer
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import CreatureKind, Moment
from companion.games.warseer.model.cards import SpellCard, TacticCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.setup import Readings
from companion.games.warseer.model.state import InPlay, State
from companion.games.warseer.model.steps import Context
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.rules.creature.selection import matching
from companion.games.warseer.rules.field import zone_of
from companion.games.warseer.rules.victory import winner
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps, maps_for
from companion.games.warseer.shelf.shelf import WarseerShelf, field_key, setup_for
from companion.texts import Language
from tests.games.warseer.table import CARDS, NAMES, character, do, fight, hero
from tests.rules.warseer.hands import destroyed, effects, holding, kinds

SHELF = WarseerShelf()
CHOSEN = chosen_of(SHELF.options(Language.ENGLISH))
ALL = Selector(who="any", kinds=(CreatureKind.HERO,))
FRAIL = hero("t/frail", health=2)


def of_many(mode: Mode, players: int, **values) -> State:
    """A Hero and a Character of each, in the turn of A."""
    names = "ABCD"[:players]
    pieces = {f"{name}:1": (hero(), (2 * number - 3, 0)) for number, name in enumerate(names)}
    pieces |= {f"{name}:2": (character("t/z"), (2 * number - 3, 2)) for number, name in enumerate(names)}
    return fight(pieces, setup={"players": players, "mode": mode} | values.pop("setup", {}), **values)


def set_up(variant: str, **options):
    """A game of the squads that come with it, by the options that players choose."""
    chosen = CHOSEN | {"variant": (variant,)} | {key: (value,) for key, value in options.items()}
    plans = SHELF.seats(chosen)
    squads = [LIBRARY.decks[each] for each in SHELF.usual_decks[: len(plans)]]
    seated = tuple(SeatedPlayer(plan, plan.id, squad) for plan, squad in zip(plans, squads, strict=True))
    return setup_for(LIBRARY.cards, seated, chosen, mat_mm=(600.0, 600.0), seed_hash="")


# ------------------------------------------------------------------ one effect, both Heroes


def test_heroes_who_fall_by_one_effect_give_each_opponent_six():
    """W-END-12, W-END-03, W-END-04, W-END-08, W-OPEN-35: then VP are compared."""
    pieces = {"A:1": (FRAIL, (0, 0)), "B:1": (FRAIL, (2, 0))}
    for points, outcome in (({"A": 0, "B": 0}, ""), ({"A": 1, "B": 0}, "A"), ({"A": 0, "B": 1}, "B")):
        for effect in (fx.DamageEffect(2, ALL), fx.DestroyEffect(ALL)):
            state = effects(fight(pieces, points=points), effect)
            assert state.points == {key: value + 6 for key, value in points.items()}
            assert (state.outcome, state.ended) == (outcome, "hero")


def test_what_lifts_both_to_the_target_is_decided_by_vp_and_feats():
    """W-END-13, W-OPEN-36: the kill's VP and that of the owner's Income come from one destruction."""
    rich = character("t/rich", income=5)
    near = {"points": {"A": 11, "B": 11}, "fame": {"A": ("t/f1",), "B": ()}}
    state = destroyed(fight({"B:2": (rich, (0, 0))}, **near), "B:2")
    assert (state.points, state.outcome, state.ended) == ({"A": 12, "B": 12}, "A", "goal")
    state = destroyed(fight({"B:2": (rich, (0, 0))}, **near | {"fame": {"A": (), "B": ("t/f1",)}}), "B:2")
    assert state.outcome == "B"
    # Each change for itself ends the game before the next.
    state = effects(fight({}, points={"A": 10, "B": 0}), fx.FameEffect(2), fx.FameEffect(3))
    assert (state.points["A"], state.ended) == (12, "goal")


def test_after_a_destroyed_hero_nobody_plays_a_card():
    """W-END-05: though the effect that destroyed it has other creatures to harm yet."""
    trick = TacticCard(key="t/trick", names=NAMES, cost=0, on=Moment.DESTROYED, effects=(fx.InfluenceEffect(1),))
    weak = {f"A:{number}": (character("t/x", health=1), (1, number)) for number in (2, 3)}
    state = fight(weak | {"B:1": (FRAIL, (2, 0))})
    asked = effects(holding(state, trick), fx.DamageEffect(2, Selector(who="any", kinds=(CreatureKind.CHARACTER,))))
    assert kinds(asked) == {"react", "pass"}
    # B:1 falls first, then A:2 and A:3; without the Hero's fall A would be asked about these.
    first = {key: state.creatures[key] for key in ("A:1", "B:1", "A:2", "A:3")}
    over = effects(holding(replace(state, creatures=first), trick), fx.DamageEffect(2, Selector(who="any")))
    assert (over.outcome, over.ended, over.is_standing("A:3")) == ("A", "hero", False)
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(over, c.React(by="A", card="A:t/trick"))
    assert refused.value.rule_id == "W-END-08"


def test_players_may_agree_on_a_time_limit_or_another_target():
    """W-END-07, W-ALLY-19, W-FFA-13: when the time is up VP decide."""
    for state in (fight({}), of_many(Mode.EVERYONE, 3), of_many(Mode.ALLIANCE, 4)):
        over = do(replace(state, points=state.points | {"B": 1}), TimeUp(by=TABLE))
        assert (over.outcome, over.ended) == (state.side("B"), "time")
    assert [set_up("duel", goal=key).goal for key in ("short", "quick", "long", "epic")] == [6, 10, 12, 15]
    goals = [set_up("alliance", goal=key).goal for key in ("quick", "long", "epic")]
    assert goals == [20, 24, 30]  # W-ALLY-17
    assert set_up("everyone_three", goal="quick").goal == 10  # W-FFA-12


def test_players_may_agree_to_end_with_the_first_hero():
    """W-ALLY-19, W-FFA-13."""
    for mode, players in ((Mode.EVERYONE, 3), (Mode.ALLIANCE, 4)):
        assert destroyed(of_many(mode, players), "B:1").outcome is None
        agreed = of_many(mode, players, readings=Readings(first_hero_ends=True))
        over = destroyed(agreed, "B:1")
        assert (over.outcome, over.ended) == (agreed.side("A"), "hero")
    assert set_up("alliance", first_hero_ends="yes").readings.first_hero_ends


# ------------------------------------------------------------------ whose Hero has fallen


@pytest.mark.parametrize(("mode", "players"), [(Mode.EVERYONE, 3), (Mode.ALLIANCE, 4)])
def test_who_falls_in_the_own_turn_does_nothing_more(mode, players):
    """W-FFA-16, W-ALLY-20, W-OPEN-39: and the next player's turn begins."""
    state = of_many(mode, players, hands=dict.fromkeys("ABCD"[:players], ()) | {"A": ("A:t/b0",)})
    assert "play" in kinds(state)
    state = destroyed(state, "A:1", "B")
    assert (state.active, kinds(state, "A"), state.mine("A")) == ("B", set(), ())
    assert state.round == 2


def test_enchantments_of_a_fallen_player_stay_and_those_on_the_squad_end():
    """W-ALLY-09, W-ALLY-10, W-FFA-07, W-SPELL-03, W-SPELL-04: they also go on being set off."""
    swift = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("movement", 1),))
    thorns = fx.Ability(names=NAMES, on=Moment.DAMAGED, effects=(fx.ArmourEffect(1, Selector(who="self")),))
    charm = SpellCard(key="t/charm", names=NAMES, cost=1, income=2, enchants=True, abilities=(swift, thorns))
    for mode, players in ((Mode.EVERYONE, 3), (Mode.ALLIANCE, 4)):
        state = of_many(mode, players)
        laid = (("B:t/charm", "B", "A:2"), ("A:t/charm", "A", "B:2"), ("C:t/charm", "C", "C:2"))
        in_play = tuple(InPlay(card=card, player=player, sort="spell", on=on) for card, player, on in laid)
        cards = state.setup.cards | {charm.key: charm}
        state = destroyed(replace(state, setup=replace(state.setup, cards=cards), in_play=in_play), "B:1")
        assert {each.card for each in state.in_play} == {"B:t/charm", "C:t/charm"}
        assert (state.histories["A"], state.income("A")) == (("A:t/charm",), 2)
        hurt = effects(state, fx.DamageEffect(1, Selector(who="own", kinds=(CreatureKind.CHARACTER,))))
        assert (hurt.creatures["A:2"].wounds, hurt.creatures["A:2"].armour) == (1, 1)


def test_an_enchantment_on_a_minion_that_is_taken_away_ends():
    """W-SPELL-03, W-SPELL-04, W-MIN-08."""
    state = fight({"B:2": (CARDS["t/minion"], (0, 0)), "A:2": (CARDS["t/minion"], (1, 0))})
    laid = (InPlay(card="B:t/enchant", player="B", sort="spell", on="A:2"),)
    state = do(replace(state, in_play=laid), c.Remove(by="A", piece="A:2"))
    assert (state.in_play, state.histories["B"]) == ((), ("B:t/enchant",))


# ------------------------------------------------------------------ Alliance Clash


def test_two_teams_of_two_each_with_all_of_their_own():
    """W-ALLY-01, W-ALLY-03, W-MODE-05, W-ALLY-14, W-LIM-02: with a map and a deck of their own."""
    plans = SHELF.seats(CHOSEN | {"variant": ("alliance",)})
    assert [(each.id, each.team) for each in plans] == [("A", "1"), ("B", "2"), ("C", "1"), ("D", "2")]
    game = set_up("alliance")
    assert len({seat.hero for seat in game.seats}) == 4
    assert all(len(seat.deck) == 30 for seat in game.seats)
    assert (len(game.feats), game.mode, len(game.field.zones)) == (45, Mode.ALLIANCE, 4)
    assert len(set_up("alliance", feats="30").feats) == 30
    assert game.field.key in maps_for(4)


def test_allies_share_a_zone_where_there_are_only_two():
    """W-ALLY-04: those of the first player's team have the first."""
    state = of_many(Mode.ALLIANCE, 4)
    own = [zone_of(state, player) for player in "ABCD"]
    assert len({frozenset(each) for each in own}) == 4
    field = replace(state.setup.field, zones=state.setup.field.zones[:2])
    for order in (("A", "B", "C", "D"), ("B", "A", "D", "C")):
        shared = replace(state, setup=replace(state.setup, field=field), order=order)
        first, second = order[0], order[1]
        assert [zone_of(shared, player) for player in order] == [own[0], own[1]] * 2
        assert zone_of(shared, first) != zone_of(shared, second)
    two = next(key for key in maps() if len(maps()[key].zones) == 2)
    assert field_key(CHOSEN | {"variant": ("alliance",), "map": (two,)}) == two


def test_nobody_summons_out_of_the_allys_camp_nor_beyond_five():
    """W-ALLY-02, W-ALLY-08, W-FFA-06, W-SUPP-06."""
    state = of_many(Mode.ALLIANCE, 4)
    camp = {piece: replace(state.creatures[f"{piece[0]}:2"], id=piece, where=Where.CAMP, cell=None)
            for piece in ("A:8", "C:8")}  # fmt: skip
    state = replace(state, creatures=state.creatures | camp)
    assert {spec.fixed["piece"] for spec in GAME.prompts(state)[0].specs if spec.kind == "summon"} == {"A:8"}
    for count, offered in ((4, True), (5, False)):
        cells = sorted(each for each in state.setup.field.cells if each[1] == 1)
        more = {f"A:{n}": replace(state.creatures["A:2"], id=f"A:{n}", cell=cells[n]) for n in range(3, count + 1)}
        assert ("summon" in kinds(replace(state, creatures=state.creatures | more))) is offered


def test_the_allys_creatures_are_allied_and_not_your_own():
    """W-ALLY-06, W-SUPP-05, W-SUPP-06, W-SUPP-07: and an effect without a limit reaches all."""
    state = of_many(Mode.ALLIANCE, 4)
    mine = Context(piece="A:1", player="A")
    reached = {who: set(matching(state, Selector(who=who), mine)) for who in ("own", "friend", "ally", "enemy", "any")}
    assert reached["own"] == {"A:1", "A:2"}
    assert reached["friend"] == {"A:1", "A:2", "C:1", "C:2"}
    assert reached["ally"] == {"A:2", "C:1", "C:2"}
    assert reached["enemy"] == {"B:1", "B:2", "D:1", "D:2"}
    assert reached["any"] == set(state.creatures)


def test_four_for_a_hero_whatever_destroyed_it_or_five_if_so_read():
    """W-ALLY-11, W-ALLY-12, W-OPEN-38."""
    for vp in (4, 5):
        state = of_many(Mode.ALLIANCE, 4, readings=Readings(alliance_hero_vp=vp), setup={"goal": 24})
        for by, to in (("A", "A"), ("C", "C"), ("D", "C"), ("", "C"), ("B", "C")):
            after = destroyed(state, "B:1", by, "poison")
            assert (after.points[to], sum(after.points.values())) == (vp, vp)


def test_both_heroes_of_a_team_or_the_sum_of_vp_end_the_clash():
    """W-ALLY-16, W-ALLY-17, W-ALLY-18, W-ALLY-20, W-MODE-08: VP that were won stay with the team."""
    state = of_many(Mode.ALLIANCE, 4, setup={"goal": 24}, points={"A": 0, "B": 9, "C": 0, "D": 0})
    over = destroyed(destroyed(state, "B:1"), "D:1")
    assert (over.outcome, over.ended, over.points["B"]) == ("Y", "hero", 9)  # nine to twice four
    near = replace(state, points={"A": 12, "B": 0, "C": 11, "D": 0})
    assert (destroyed(near, "B:2").outcome, destroyed(near, "B:2").ended) == ("X", "goal")
    assert destroyed(replace(near, points=near.points | {"C": 10}), "B:2").outcome is None
    # Heroes of both teams who fall at once: each team gains, and VP are compared.
    last = destroyed(destroyed(replace(state, points=dict.fromkeys("ABCD", 0)), "C:1", "B"), "D:1")
    both = effects(last, fx.DestroyEffect(ALL))
    assert (both.outcome, both.ended) == ("", "hero")
    assert both.points["A"] + both.points["C"] == both.points["B"] + both.points["D"] == 8


@pytest.mark.parametrize(("mode", "players"), [(Mode.ALLIANCE, 4), (Mode.EVERYONE, 3)])
def test_the_last_feat_ends_a_game_of_many_with_the_turn(mode, players):
    """W-ALLY-15, W-FFA-10: and a Feat that could not be taken gives no VP."""
    state = of_many(mode, players, feats=("t/f0",))
    state = destroyed(destroyed(state, "B:2"), "C:2" if mode is Mode.EVERYONE else "D:2")
    assert (state.points["A"], state.outcome, state.last) == (1, None, True)
    done = {key: replace(each, done=True) for key, each in state.creatures.items()}
    over = do(replace(state, creatures=done), c.EndTurn(by="A"))
    assert (over.outcome, over.ended) == (state.side("A"), "feats")


@pytest.mark.parametrize(("mode", "players"), [(Mode.ALLIANCE, 4), (Mode.EVERYONE, 4)])
def test_ties_of_many_are_broken_like_those_of_two(mode, players):
    """W-ALLY-18, W-FFA-14: of a team all its Feats together."""
    state = of_many(mode, players, points={"A": 3, "B": 4, "C": 1, "D": 0} if mode is Mode.ALLIANCE else
                    {"A": 4, "B": 4, "C": 1, "D": 0})  # fmt: skip
    none = dict.fromkeys("ABCD", ())
    assert winner(state) == ""
    faced = replace(state, kills=none | {"A": ("x",)})
    assert winner(faced) == state.side("A")
    played = replace(faced, fame=none | {"D" if mode is Mode.ALLIANCE else "B": ("t/f1",)})
    assert winner(played) == state.side("B")
    assert winner(replace(played, points=played.points | {"A": 5})) == state.side("A")


# ------------------------------------------------------------------ Everyone for Himself


def test_everyone_plays_alone_with_a_zone_and_limits_of_their_own():
    """W-FFA-01, W-FFA-02, W-FFA-03, W-FFA-05, W-FFA-06, W-MODE-03: three or four, each against all."""
    for variant, players, most in (("everyone_three", 3, 6), ("everyone_four", 4, 5)):
        game = set_up(variant)
        assert ([seat.team for seat in game.seats], game.most_creatures) == ([""] * players, most)
        assert (len(game.feats), len(set(game.field.zones))) == (45, players)
        assert len(set_up(variant, feats="30").feats) == 30
        state = of_many(Mode.EVERYONE, players)
        assert {state.side(each) for each in state.order} == set(state.order)
        assert len({zone_of(state, each) for each in state.order}) == players


def test_the_award_for_a_hero_is_the_destroyers_and_the_loss_stops_at_nothing():
    """W-FFA-08, W-FFA-09, W-FFA-15, W-VP-04, W-OPEN-40."""
    for by, award, points in (
        ("A", 6, {"A": 6, "B": 1, "C": 0}), ("", 6, {"A": 0, "B": 1, "C": 0}), ("B", 6, {"A": 0, "B": 1, "C": 0}),
        ("C", 6, {"A": 0, "B": 1, "C": 6}), ("A", 0, {"A": 0, "B": 1, "C": 0}),
    ):  # fmt: skip
        reading = Readings(ffa_hero_award=award)
        state = of_many(Mode.EVERYONE, 3, points={"A": 0, "B": 5, "C": 0}, readings=reading)
        assert destroyed(state, "B:1", by).points == points
    poor = of_many(Mode.EVERYONE, 3, points={"A": 0, "B": 3, "C": 0})
    assert destroyed(poor, "B:1").points["B"] == 0


def test_a_fallen_players_vp_count_at_the_end():
    """W-FFA-11, W-FFA-12, W-FFA-14, W-FFA-16: the last Hero's player need not win."""
    state = of_many(Mode.EVERYONE, 3, points={"A": 0, "B": 0, "C": 11}, readings=Readings(ffa_hero_award=0))
    over = destroyed(destroyed(state, "C:1"), "B:1")
    assert (over.outcome, over.ended, over.points["C"]) == ("C", "hero", 7)
    near = of_many(Mode.EVERYONE, 3, points={"A": 9, "B": 0, "C": 0}, setup={"goal": 10})
    assert (destroyed(near, "B:2").outcome, destroyed(near, "B:2").ended) == ("A", "goal")


# ------------------------------------------------------------------ which modes there are


def test_the_modes_and_their_players():
    """W-MODE-01 to -05, W-MODE-07, W-GEN-01: a Skirmish is for two, three or four."""
    found = {}
    for variant in ("duel", "everyone_three", "everyone_four", "alliance", "skirmish", "skirmish_three",
                    "skirmish_four"):  # fmt: skip
        game = set_up(variant)
        found[variant] = (game.mode.value, len(game.seats))
        assert len(game.field.zones) == len(game.seats)  # W-SKIR-07
    assert found == {
        "duel": ("duel", 2), "everyone_three": ("everyone", 3), "everyone_four": ("everyone", 4),
        "alliance": ("alliance", 4), "skirmish": ("skirmish", 2), "skirmish_three": ("skirmish", 3),
        "skirmish_four": ("skirmish", 4),
    }  # fmt: skip
