"""Three and four players, teams, claimed sides, the Construction Deck (S-VAR)."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Concede, Place, Rolled
from companion.games.signum.engine import hooks
from companion.games.signum.engine.card_draw import next_enemy
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import (
    Activate,
    Claim,
    End,
    Fight,
    Keep,
    LayTerrain,
    Move,
    PlaceHero,
    Play,
    Priority,
    Shoot,
    Skip,
    Use,
)
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import Creature, LastingEffect
from companion.games.signum.model.editions import Rules, Variant, rules_for
from companion.games.signum.model.effects.effect import Ability, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.effects.on_players import ProsperEffect, ReturnEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureCame, LastingBegan, PlayerChanged
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.open_points import with_readings
from companion.games.signum.model.state import Seat, Setup
from companion.games.signum.model.terms import Selector, Until
from companion.games.signum.play import effects
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import fighter
from tests.games.signum.refusals import refused
from tests.games.signum.table import CARDS, Table

PLAIN = fighter("plain", 2, 5)
PIT = Card(key="pit", kind=Kind.TERRAIN, names={"en": "Pit"})
SNEAK = fighter("sneak", 1, 5, Ability("stealth"))
ARCHER = fighter("archer", 1, 5, Ability("shot", x=1))
KNOWN = CARDS | {card.key: card for card in (PLAIN, PIT, SNEAK, ARCHER)}

CLOCKWISE = {"player_one": (350.0, 600.0), "left": (0.0, 250.0), "player_two": (0.0, 250.0), "right": (350.0, 600.0)}
MIDDLE = {
    "player_one": Stand(475.0, 16.0),
    "left": Stand(16.0, 125.0),
    "player_two": Stand(125.0, 584.0),
    "right": Stand(584.0, 475.0),
}
TEAMS = {"A": "red", "B": "red", "C": "blue", "D": "blue"}


def seats(names, teams=None):
    return tuple(
        Seat(id=name, name=name, side="player_one", hero="hero", deck=("plain",) * 20, team=(teams or {}).get(name, ""))
        for name in names
    )


def table(variant, names="ABC", teams=None, **rules):
    return Table(Setup(rules=Rules(variant=variant, **rules), seats=seats(names, teams), cards=KNOWN))


def rolled(made, first="A"):
    ids = [seat.id for seat in made.setup.seats]
    return made.give(Priority(by=TABLE, rolled={each: "6" if each == first else "1" for each in ids}))


def begun(variant, names="ABC", first="A", teams=None, **rules):
    """A game into the first player's activation phase, sides claimed in turn order."""
    made = rolled(table(variant, names, teams, **rules), first)
    while made.state.steps[-1].stage == "sides":
        spec = made.game.prompts(made.state)[0].specs[0]
        made.give(Claim(by=spec.by, side=spec.fixed["side"], far=spec.fixed["far"]))
    for player in made.state.order:
        seat = made.state.seat(player)
        middle = sum(seat.segment) / 2
        level = seat.side in ("player_one", "player_two")
        across = 16.0 if seat.side in ("player_one", "left") else 584.0
        made.give(PlaceHero(by=player, at=Stand(middle, across) if level else Stand(across, middle)))
    made.give(*(Keep(by=player) for player in made.state.order))
    return made.give(Skip(by=made.state.active))


def put(made, name, x, y):
    owner = name.split(":")[0]
    creature = Creature(id=name, owner=owner, controller=owner, stand=Stand(x, y))
    for event in (CardTold(card=name, key="plain"), CreatureCame(creature=creature)):
        made.state = made.game.evolve(made.state, event)
    return made


def passing(made, *players):
    for player in players:
        made.give(End(by=player))
        if made.state.outcome is None:
            made.give(Skip(by=made.state.active))
    return made


@pytest.mark.parametrize(
    ("variant", "count"),
    [(Variant.DUEL, 2), (Variant.BATTLE_OF_THREE, 3), (Variant.FREE_FOR_ALL, 4), (Variant.SHOULDER_TO_SHOULDER, 4)],
)
def test_s_var_11_19_and_25_each_variant_has_its_number_of_players(variant, count):
    # S-CONST-09
    with pytest.raises(RuleViolation, match="S-CONST-09"):
        table(variant, "ABCDE"[: count + 1])


def test_s_zone_06_two_players_sit_opposite():
    with pytest.raises(RuleViolation, match="S-ZONE-06"):
        Table(Setup(rules=Rules(), seats=seats("AB"), cards=KNOWN))


def test_s_var_13_and_21_the_highest_roll_begins_and_14_turns_go_clockwise():
    # S-VAR-14; S-VAR-13: ties are rolled again
    made = table(Variant.BATTLE_OF_THREE)
    made.give(Priority(by=TABLE, rolled={"A": "5", "B": "5", "C": "2"}))
    assert made.state.order == ()
    rolled(made, "B")
    assert made.state.order == ("B", "C", "A")
    assert rolled(table(Variant.FREE_FOR_ALL, "ABCD"), "D").state.order == ("D", "A", "B", "C")


def test_s_var_15_16_and_22_sides_are_claimed_clockwise_from_free_corners_in_turn_order():
    # S-VAR-36, S-VAR-37, S-OPEN-72, S-DIFF-90, S-DIFF-91
    made = rolled(table(Variant.FREE_FOR_ALL, "ABCD"), "B")
    assert made.game.prompts(made.state)[0].to == ("B",)
    offered = {spec.fixed["side"] for spec in made.game.prompts(made.state)[0].specs}
    assert offered == set(CLOCKWISE)
    made.give(Claim(by="B", side="left"))
    assert made.state.seat("B").segment == CLOCKWISE["left"]
    with pytest.raises(RuleViolation, match="S-VAR-37"):
        made.give(Claim(by="C", side="left"))
    with pytest.raises(RuleViolation, match="S-VAR-37"):
        made.give(Claim(by="C", side="right", far=False))  # measured against the clock
    made.give(Claim(by="C", side="right", far=True), Claim(by="D", side="player_one", far=True))
    made.give(Claim(by="A", side="player_two"))
    assert {seat.side: seat.segment for seat in made.state.setup.seats} == CLOCKWISE


def test_s_zone_07_once_the_game_runs_nobody_claims_another_side():
    made = begun(Variant.BATTLE_OF_THREE)
    before = [(seat.id, seat.side, seat.segment) for seat in made.state.setup.seats]
    (free,) = set(CLOCKWISE) - {seat.side for seat in made.state.setup.seats}
    for player in "ABC":
        for far in (False, True):
            with pytest.raises(RuleViolation):
                made.give(Claim(by=player, side=free, far=far))
    passing(made, "A", "B", "C")
    assert [(seat.id, seat.side, seat.segment) for seat in made.state.setup.seats] == before


def test_s_var_37_segments_brought_with_the_setup_are_checked():
    good = [
        replace(seat, side=side, segment=CLOCKWISE[side]) for seat, side in zip(seats("ABC"), CLOCKWISE, strict=False)
    ]
    rules = Rules(variant=Variant.BATTLE_OF_THREE)
    Table(Setup(rules=rules, seats=tuple(good), cards=KNOWN))
    for wrong in ((0.0, 250.0), (100.0, 350.0), (350.0, 590.0)):
        bad = (replace(good[0], segment=wrong), *good[1:])
        with pytest.raises(RuleViolation, match="S-VAR-37"):
            Table(Setup(rules=rules, seats=bad, cards=KNOWN))


def test_s_var_29_and_30_allies_share_an_edge_and_enemies_have_the_opposite_one():
    made = rolled(table(Variant.SHOULDER_TO_SHOULDER, "ABCD", TEAMS))
    made.give(Claim(by="A", side="left", far=True))
    assert made.state.seat("A").segment == (350.0, 600.0)
    offered = [(spec.fixed["side"], spec.fixed["far"]) for spec in made.game.prompts(made.state)[0].specs]
    assert offered == [("left", False)]  # B, the ally: the other corner of the same edge
    made.give(Claim(by="B", side="left"))
    offered = [(spec.fixed["side"], spec.fixed["far"]) for spec in made.game.prompts(made.state)[0].specs]
    assert offered == [("right", False), ("right", True)]


def test_s_var_31_both_of_the_first_team_then_both_of_the_other():
    # S-OPEN-61, S-VAR-25
    assert rolled(table(Variant.SHOULDER_TO_SHOULDER, "ABCD", TEAMS), "C").state.order == ("C", "D", "A", "B")
    assert rolled(table(Variant.SHOULDER_TO_SHOULDER, "ABCD", TEAMS), "B").state.order == ("B", "A", "C", "D")
    for teams in ({"A": "red", "B": "blue", "C": "red", "D": "blue"}, {}):
        with pytest.raises(RuleViolation, match="S-VAR-31"):
            table(Variant.SHOULDER_TO_SHOULDER, "ABCD", teams)
    with pytest.raises(RuleViolation, match="S-VAR-19"):
        table(Variant.FREE_FOR_ALL, "ABCD", TEAMS)


def test_s_var_35_heroes_and_summoned_characters_touch_the_claimed_part_of_the_side():
    made = rolled(table(Variant.BATTLE_OF_THREE))
    made.give(
        *(Claim(by=each, side=side, far=min(CLOCKWISE[side]) > 0) for each, side in zip("ABC", CLOCKWISE, strict=False))
    )
    with pytest.raises(RuleViolation, match="S-VAR-35"):
        made.give(PlaceHero(by="A", at=Stand(300.0, 16.0)))
    made.give(PlaceHero(by="A", at=MIDDLE["player_one"]), PlaceHero(by="B", at=MIDDLE["left"]))
    made.give(PlaceHero(by="C", at=MIDDLE["player_two"]), Keep(by="A"), Keep(by="B"), Keep(by="C"), Skip(by="A"))
    card = made.state.players["A"].hand[0]
    made.give(Play(by="A", card=card))
    refused(made, "S-VAR-35", Place(by="A", creature=card, at=Stand(200.0, 16.0)))
    refused(made, "S-VAR-35", Place(by="A", creature=card, at=Stand(347.0, 16.0)))
    # The end of the claimed part is touched as any contact is, within the tolerance (S-MOVE-03).
    made.give(Place(by="A", creature=card, at=Stand(349.5, 16.0)))


def test_s_stealth_33_who_was_shot_at_may_not_hide_though_another_hero_has_fallen_since():
    made = begun(Variant.BATTLE_OF_THREE)
    passing(made, "A")
    put(put(made, "A:11", 300.0, 300.0), "B:11", 300.0, 450.0)
    for name, key in (("A:11", "sneak"), ("B:11", "archer")):
        made.state = made.game.evolve(made.state, CardTold(card=name, key=key))
    made.give(Activate(by="B", creature="B:11"), Shoot(by="B", creature="B:11", target="A:11", ability="shot"))
    made.give(Rolled(by=TABLE, faces=("axe",)))
    passing(made, "B")
    made.give(Concede(by="C"))
    assert made.state.active == "A"
    hide = Use(by="A", creature="A:11", ability="go_to_the_shadow")
    made.give(Skip(by="A"), Activate(by="A", creature="A:11"))
    refused(made, "S-STEALTH-33", hide)
    made.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"), Activate(by="A", creature="A:11"), hide)
    assert made.state.creatures["A:11"].stealth


def test_s_var_38_terrain_keeps_from_claimed_sides_only():
    # S-OPEN-60
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    assert {made.state.seat(each).side for each in "AB"} == {"player_one"}
    for event in (CardTold(card="A:pit", key="pit"), CardMoved(card="A:pit", player="A", zone="unused")):
        made.state = made.game.evolve(made.state, event)

    def pit(x, y):
        outline = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
        return LayTerrain(by="A", card="A:pit", outline=outline)

    for x in (200.0, 400.0):  # the own part and the ally's
        refused(made, "S-VAR-38", pit(x, 99.0))
        refused(made, "S-VAR-38", pit(x, 481.0))
    made.give(pit(20.0, 300.0))
    assert "A:pit" in made.state.templates
    three = begun(Variant.BATTLE_OF_THREE)
    for event in (CardTold(card="A:pit", key="pit"), CardMoved(card="A:pit", player="A", zone="unused")):
        three.state = three.game.evolve(three.state, event)
    free = next(side for side in CLOCKWISE if side not in {seat.side for seat in three.state.setup.seats})
    spot = {"right": (580.0, 300.0), "left": (20.0, 300.0), "player_one": (300.0, 20.0), "player_two": (300.0, 580.0)}
    three.give(pit(*spot[free]))  # nobody's edge asks for nothing


def test_s_var_32_allies_are_not_fought_and_do_not_stop_or_strike_anybody():
    # S-DIFF-92, S-MOVE-15
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    put(made, "A:1", 300.0, 300.0)
    put(made, "B:1", 332.0, 300.0)
    put(made, "C:1", 300.0, 332.0)
    made.give(Activate(by="A", creature="A:1"))
    with pytest.raises(RuleViolation):
        made.give(Fight(by="A", creature="A:1", target="B:1"))
    made.give(Move(by="A", creature="A:1", to=Stand(250.0, 280.0)))
    assert made.game.prompts(made.state)[0].about["creature"] == "C:1"  # only the enemy strikes


def lasting(made, by, until="end_of_opponents_turn"):
    effect = LastingEffect(key="k", source="x", by=by, effect=ChangeEffect(of="strength", by=1), until=until)
    made.state = made.game.evolve(made.state, LastingBegan(creature=f"{by}:hero", lasting=effect))
    return made


@pytest.mark.parametrize(
    ("variant", "names", "teams", "until"),
    [
        (Variant.BATTLE_OF_THREE, "ABC", None, "C"),
        (Variant.FREE_FOR_ALL, "ABCD", None, "D"),
        (Variant.SHOULDER_TO_SHOULDER, "ABCD", TEAMS, "D"),
    ],
)
def test_s_var_17_23_and_33_until_the_last_opponents_turn_is_over(variant, names, teams, until):
    made = lasting(begun(variant, names, "A", teams), "A")
    for player in names:
        assert made.state.creatures["A:hero"].lasting, player
        passing(made, player)
        if player == until:
            break
    assert made.state.creatures["A:hero"].lasting == ()


def test_s_var_33_the_second_ally_waits_for_both_opponents_too():
    made = passing(begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS), "A")
    lasting(made, "B")
    passing(made, "B", "C")
    assert made.state.creatures["B:hero"].lasting
    passing(made, "D")
    assert made.state.creatures["B:hero"].lasting == ()


def test_s_var_12_20_and_41_the_last_hero_wins_and_the_fallen_leave():
    # S-OPEN-28
    made = begun(Variant.FREE_FOR_ALL, "ABCD")
    put(made, "B:1", 300.0, 300.0)
    made.give(Concede(by="B"))
    assert made.state.players["B"].out
    assert "B:1" not in made.state.creatures
    assert made.state.outcome is None
    passing(made, "A")
    assert made.state.active == "C"  # the fallen player's turn is passed over
    made.give(Concede(by="D"))
    assert made.state.outcome is None
    made.give(Concede(by="A"))
    assert made.state.outcome.winners == ("C",)
    assert made.state.outcome.rule_id == "S-END-01"


def test_s_open_28_who_falls_in_the_own_turn_passes_it_on():
    made = begun(Variant.BATTLE_OF_THREE)
    made.give(Concede(by="A"))
    assert made.state.active == "B"
    made.give(Skip(by="B"), End(by="B"))
    assert made.state.active == "C"


def test_s_var_26_and_27_a_team_wins_once_both_enemy_heroes_fell():
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    made.give(Concede(by="B"), Concede(by="C"))
    assert made.state.outcome is None
    made.give(Concede(by="D"))
    assert set(made.state.outcome.winners) == {"A", "B"}


def test_s_var_28_a_teams_51_prosperity_win_for_both():
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    made.state = made.game.evolve(made.state, PlayerChanged(player="B", prosperity=51))
    made.give(End(by="A"))
    assert set(made.state.outcome.winners) == {"A", "B"}


@pytest.mark.parametrize(("reading", "wanted"), [("each_opponent", (0, 1, 1)), ("next_opponent", (0, 1, 0))])
def test_s_var_39_every_opponent_gets_what_a_missed_draw_pays_but_not_the_ally(reading, wanted):
    # S-OPEN-12: tables that read it so pay the next opponent alone
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    rules = with_readings(made.state.rules, {"switches.missed_draw_pays": reading})
    players = made.state.players
    setup = replace(made.state.setup, rules=rules)
    made.state = replace(made.state, setup=setup, players=players | {"B": replace(players["B"], deck=())})
    before = {each: made.state.players[each].prosperity for each in "ACD"}
    made.give(End(by="A"))
    assert tuple(made.state.players[each].prosperity - before[each] for each in "ACD") == wanted


def test_s_var_40_the_next_opponent_in_turn_order_picks_from_a_full_hand():
    made = begun(Variant.BATTLE_OF_THREE)
    assert [next_enemy(made.state, each) for each in "ABC"] == ["B", "C", "A"]
    team = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    assert [next_enemy(team.state, each) for each in "ABCD"] == ["C", "C", "A", "A"]


def lurking(variant, active, *owners, edition=Edition.EN, whose="any"):
    """A turn of `active` in a game of four, in which these players have a tactic that waits for the end of a turn."""
    teams = TEAMS if variant is Variant.SHOULDER_TO_SHOULDER else None
    made = begun(variant, "ABCD", active, teams, edition=edition, switches=rules_for(edition).switches)
    waits = Rider(trigger=Trigger(on="turn.end", whose=whose), effects=(ProsperEffect(amount=1),))
    ambush = Card(key="ambush", kind=Kind.TACTIC, names={"en": "Ambush"}, riders=(waits,))
    setup = replace(made.state.setup, cards=KNOWN | {"ambush": ambush}, tactic_hooks=("turn.end",))
    made.state = replace(made.state, setup=setup)
    for owner in owners:
        card = made.state.players[owner].deck[-1]
        for event in (CardTold(card=card, key="ambush"), CardMoved(card=card, player=owner, zone="tactics")):
            made.state = made.game.evolve(made.state, event)
    return made


def asked(made):
    return [(prompt.key, *prompt.to) for prompt in made.game.prompts(made.state)]


@pytest.mark.parametrize("active", "ABCD")
@pytest.mark.parametrize(("edition", "turns"), [(Edition.EN, "CD"), (Edition.RU, "BCD"), (Edition.RU_WEB, "BCD")])
def test_s_card_47_a_tactic_waits_through_the_turns_of_its_team(edition, turns, active):
    # S-VAR-32: an ally is no opponent. In ru and ru-web a tactic is met in the own turn, too (S-DIFF-08).
    made = lurking(Variant.SHOULDER_TO_SHOULDER, active, "B", edition=edition)
    assert hooks.may_be_met(made.state, "turn.end") is (active in turns)  # nor does anybody pause for it
    made.give(End(by=active))
    assert asked(made) == ([("reveal", "B")] if active in turns else [])
    if active not in turns:
        assert len(made.state.players["B"].tactics) == 1
        assert made.state.active != active  # the game has gone on


@pytest.mark.parametrize("whose", ["any", "enemy"])
@pytest.mark.parametrize("variant", [Variant.FREE_FOR_ALL, Variant.SHOULDER_TO_SHOULDER])
def test_s_card_47_the_turn_of_a_hero_that_has_fallen_is_still_an_opponents_turn(variant, whose):
    made = lurking(variant, "A", "C", whose=whose)
    made.give(Concede(by="A"))
    assert made.state.players["A"].out
    assert asked(made) == [("reveal", "C")]
    ally = lurking(variant, "A", "B", whose=whose)
    ally.give(Concede(by="A"))
    assert asked(ally) == ([("reveal", "B")] if variant is Variant.FREE_FOR_ALL else [])


@pytest.mark.parametrize("active", "ABCD")
def test_s_var_40_nor_does_an_ally_pick_for_cards_that_return(active):
    # S-TURN-10
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", active, TEAMS)
    missing = 9 - len(made.state.players["B"].hand)
    for number, card in enumerate(made.state.players["B"].deck[: missing + 3]):
        event = CardMoved(card=card, player="B", zone="hand" if number < missing else "graveyard")
        made.state = made.game.evolve(made.state, event)
    draft = Draft(made.state, End(by=active))
    effects.apply(draft, (ReturnEffect(count=3),), by="B", source="B:hero", kind="creature")
    settle(draft, HANDLERS, lambda _: False)
    made.state = draft.state
    for _ in range(2):
        assert asked(made) == [("choose", {"A": "C", "B": "C", "C": "C", "D": "D"}[active])]
        assert len(made.state.players["B"].hand) == 10
        made.give(Choose(by=made.game.prompts(made.state)[0].to[0], chosen=("1",)))
    assert asked(made) == []
    assert len(made.state.players["B"].hand) == 10


@pytest.mark.parametrize(
    ("variant", "teams", "last"),
    [
        (Variant.BATTLE_OF_THREE, None, "C"),
        (Variant.FREE_FOR_ALL, None, "D"),
        (Variant.SHOULDER_TO_SHOULDER, TEAMS, "D"),
    ],
)
def test_s_var_17_23_and_33_the_last_opponents_turn_ends_also_if_the_hero_falls_in_it(variant, teams, last):
    made = begun(variant, "ABCD"[: "ABCD".index(last) + 1], "A", teams)
    change = ChangeEffect(of="strength", by=1, to=Selector(who="self"), until=Until.END_OF_OPPONENTS_TURN)
    lasting = LastingEffect(key="x", source="A:1", by="A", effect=change, until=change.until)
    made.state = made.game.evolve(made.state, LastingBegan(creature="A:hero", lasting=lasting))
    while made.state.active != last:
        passing(made, made.state.active)
        assert made.state.creatures["A:hero"].lasting
    made.give(Concede(by=last))
    assert made.state.active == "A"
    assert not made.state.creatures["A:hero"].lasting


def test_s_var_42_who_was_attacked_is_forgotten_with_each_players_turn():
    made = begun(Variant.BATTLE_OF_THREE)
    put(made, "C:1", 300.0, 300.0)
    creature = made.state.creatures["C:1"]
    attacked = replace(creature, deeds=replace(creature.deeds, attacked=1))
    made.state = replace(made.state, creatures=made.state.creatures | {"C:1": attacked})
    passing(made, "A")
    assert made.state.creatures["C:1"].deeds.attacked == 0


def test_s_var_10_and_diff_90_ru_web_takes_the_rules_of_more_players_over():
    """It has no more of them than headings: numbers, claimed sides and the order of turns are those of ru."""
    for variant, names in ((Variant.BATTLE_OF_THREE, "ABC"), (Variant.FREE_FOR_ALL, "ABCD")):
        games = [begun(variant, names, "B", edition=edition).state for edition in (Edition.RU, Edition.RU_WEB)]
        assert [(game.turn, game.active) for game in games] == [(1, "B")] * 2
        ru, web = ([(seat.side, seat.segment) for seat in game.setup.seats] for game in games)
        assert web == ru
        assert {abs(segment[1] - segment[0]) for _, segment in web} == {250.0}
        assert [game.order for game in games] == [tuple(f"{names[1:]}A")] * 2


@pytest.mark.parametrize("variant", [Variant.BATTLE_OF_THREE, Variant.FREE_FOR_ALL, Variant.SHOULDER_TO_SHOULDER])
def test_s_var_18_24_and_34_what_affects_the_opponent_affects_the_one_chosen(variant):
    names = "ABC" if variant is Variant.BATTLE_OF_THREE else "ABCD"
    made = begun(variant, names, "A", TEAMS if variant is Variant.SHOULDER_TO_SHOULDER else None)
    draft = Draft(made.state, End(by="A"))
    harm = HarmEffect(amount=1, to=Selector(who="enemy", what="hero", count=0))
    effects.apply(draft, (ProsperEffect(amount=-1, who="enemy"), harm), by="A", source="A:hero", kind="creature")
    settle(draft, HANDLERS, lambda _: False)
    for event in draft.events:
        made.state = made.game.evolve(made.state, event)
    before = {each: made.state.players[each].prosperity for each in names}
    options = set(made.game.prompts(made.state)[0].specs[0].fields["chosen"].options)
    assert options == ({"C", "D"} if variant is Variant.SHOULDER_TO_SHOULDER else set(names) - {"A"})
    made.give(Choose(by="A", chosen=("C",)))
    changed = {each for each in names if made.state.players[each].prosperity != before[each]}
    assert changed == {"C"}
    assert {each for each in names if made.state.creatures[f"{each}:hero"].wounds} == {"C"}
    assert made.state.steps == ()
