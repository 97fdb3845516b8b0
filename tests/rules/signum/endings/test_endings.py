"""How games end, and what breaks a tie (S-END)."""

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Concede, OfferDraw, TimeUp
from companion.games.defaults.completed import completed
from companion.games.display.tally import Outcome
from companion.games.signum.creature import damage
from companion.games.signum.engine.draft import Draft
from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Activate, End, Move, Play, Reveal, Skip
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.effects.effect import Rider, Trigger
from companion.games.signum.model.effects.on_creatures import HarmEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import PlayerChanged
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import player_effects
from companion.games.signum.turn import game_end
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.signum.fights import Field, fighter
from tests.rules.signum.tables import EDITIONS, ENGLISH, RUSSIAN, WEB, building, card, field, without_deck, zone

BLAST = card("blast", Kind.SPELL, effects=(HarmEffect(9, wounds=True, to=Selector(who="any", what="hero", count=0)),))
STRIKE = card(
    "strike", Kind.SPELL, effects=(HarmEffect(9, wounds=True, to=Selector(who="enemy", what="hero", count=0)),)
)
GIFT = card("gift", Kind.SPELL, effects=(ProsperEffect(2), ProsperEffect(2, who="enemy")))


def timed(rules: Rules) -> Rules:
    return replace(rules, time_limit=True)


def cast(made, spell):
    (each,) = zone(made, "A", "hand", spell)
    return made.give(Play(by="A", card=each))


def rich(made, **stocks):
    return made.emit(*(PlayerChanged(player=player, prosperity=stock) for player, stock in stocks.items()))


def outcome(made):
    end = made.state.outcome
    return (end.winners, end.rule_id) if end is not None else None


def test_s_end_01_whose_hero_falls_loses():
    assert outcome(cast(field(STRIKE), STRIKE)) == (("A",), "S-END-01")


def test_s_end_02_and_03_the_stock_counts_and_not_what_was_spent():
    made = rich(field(GIFT), A=50)
    made.give(End(by="A"))
    assert made.state.outcome is None
    made = rich(field(GIFT), A=49)
    assert outcome(cast(made, GIFT)) == (("A",), "S-END-02")  # at once, in the middle of the turn
    spent = rich(field(GIFT), A=40)
    spent.emit(PlayerChanged(player="A", prosperity=20))
    assert cast(spent, GIFT).state.outcome is None


def test_s_end_03_the_running_effect_is_resolved_before_the_end():
    # S-OPEN-44: two reach 51 in one effect, and the tie-breaks decide
    made = rich(field(GIFT), A=50, B=49)
    assert outcome(cast(made, GIFT)) == (("A",), "S-END-05")


@pytest.mark.parametrize(("gain", "winners"), [(1, ("A",)), (60, ("B",))])
def test_s_end_04_and_05_what_a_heros_death_sets_off_comes_before_the_end(gain, winners):
    # S-EX-31, S-OPEN-43: with 51 the fallen hero's player meets a condition too, and tie-breaks decide
    vengeance = card("vengeance", Kind.TACTIC, riders=(
        Rider(trigger=Trigger(on="eliminated", whose="enemy"), effects=(ProsperEffect(gain),)),))  # fmt: skip
    made = field(STRIKE, vengeance)
    (tactic,) = zone(made, "B", "tactics", vengeance)
    cast(made, STRIKE)
    assert (made.asked(), made.state.outcome) == ("reveal B", None)
    made.give(Reveal(by="B", tactic=tactic))
    assert outcome(made)[0] == winners


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_end_07_and_08_the_empty_deck_pays_on_and_on_until_somebody_has_won(rules):
    # S-EX-32, S-EX-33: 1 + 2 + 4 + 8 + 16 + 32
    made = field(rules=rules)
    made.table.state = without_deck(made.state, "B")
    rich(made, A=0)
    rounds = 0
    while made.state.outcome is None:
        made.give(End(by="A"))
        rounds += 1
        if made.state.outcome is None:
            made.give(Skip(by="B"), End(by="B"), Skip(by="A"))
            rich(made, A=2**rounds - 1)
    assert rounds == 6
    assert outcome(made) == (("A",), "S-END-02")


def test_s_end_09_all_players_agree_on_a_draw():
    made = field()
    made.give(OfferDraw(by="A"))
    assert made.state.outcome is None
    made.give(OfferDraw(by="A", agree=False), OfferDraw(by="B"))
    assert made.state.outcome is None  # the first offer was taken back
    made.give(OfferDraw(by="A"))
    assert outcome(made) == ((), "S-END-09")
    with pytest.raises(RuleViolation, match="S-END-01"):
        made.give(End(by="A"))


def test_s_end_10_a_time_limit_is_agreed_or_there_is_none():
    # S-DIFF-88: ru-web is silent and takes the rule over
    for rules in EDITIONS:
        with pytest.raises(RuleViolation, match="S-END-10"):
            field(rules=rules).give(TimeUp(by=TABLE))
        assert field(rules=timed(rules)).give(TimeUp(by=TABLE)).state.outcome is not None


def test_s_end_11_at_the_limit_the_less_wounded_hero_wins():
    made = rich(field(rules=timed(ENGLISH)), A=40, B=1)
    made.change("A:hero", wounds=2).change("B:hero", wounds=1).give(TimeUp(by=TABLE))
    assert outcome(made) == (("B",), "S-END-11")


TOWN = {n: building(f"town{n}", n) for n in (1, 2, 25, 30)}


def tied(rules, *, stocks, towns, kills=(0, 0)):
    """The time is up with heroes equally wounded; A's and B's stocks, City and kills are these."""
    made = field(*TOWN.values(), rules=timed(rules))
    for player, stock, town, felled in zip("AB", stocks, towns, kills, strict=True):
        zone(made, player, "city", TOWN[town])
        made.emit(PlayerChanged(player=player, prosperity=stock, kills=felled))
    return made


@pytest.mark.parametrize(("rules", "winner"), [(ENGLISH, "A"), (RUSSIAN, "A"), (WEB, "B")])
def test_s_end_12_13_and_14_prosperity_with_the_city_or_one_after_the_other(rules, winner):
    # S-EX-35, S-OPEN-42, S-DIFF-87, S-END-18: the printed cost of what stands counts
    made = tied(rules, stocks=(20, 24), towns=(30, 25))
    assert made.give(TimeUp(by=TABLE)).state.outcome.winners == (winner,)


def test_s_end_14_with_equal_stocks_the_dearer_city_wins_in_ru_web():
    assert tied(WEB, stocks=(20, 20), towns=(1, 2)).give(TimeUp(by=TABLE)).state.outcome.winners == ("B",)


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_end_15_and_16_then_kills_and_then_nobody(rules):
    # S-OPEN-45
    more = tied(rules, stocks=(20, 20), towns=(1, 1), kills=(1, 2)).give(TimeUp(by=TABLE))
    assert more.state.outcome.winners == ("B",)
    same = tied(rules, stocks=(20, 20), towns=(1, 1), kills=(2, 2)).give(TimeUp(by=TABLE))
    assert same.state.outcome.winners == ()


def test_s_end_17_heroes_that_fall_together_in_any_way_are_tied():
    made = rich(field(BLAST), A=7, B=8)
    assert outcome(cast(made, BLAST)) == (("B",), "S-END-12")


def test_s_end_18_a_destroyed_building_counts_no_more():
    made = tied(ENGLISH, stocks=(20, 24), towns=(30, 25))
    (town,) = made.state.players["A"].city
    draft = Draft(made.state, Skip(by="A"))
    player_effects.destroy_building(draft, "A", town.id)
    game_end.time_up(draft)
    assert draft.state.outcome.winners == ("B",)


def test_s_dragon_09_the_card_beats_the_variant_and_the_general_rules():
    # S-DIFF-93: that card text beats the rules is said in every edition
    for rules in EDITIONS:
        free = fighter("free", 2, 5)
        made = Field({"A:1": (free, 300.0, 300.0)}, rules=rules)
        made.change("A:1", by_hand={"movement_mm": 400.0})  # as a card with a text of its own has it
        made.give(Activate(by="A", creature="A:1"), Move(by="A", creature="A:1", to=Stand(580.0, 300.0)))
        assert made.state.creatures["A:1"].stand.x_mm == 580.0


def test_who_concedes_has_lost():
    made = field()
    made.change("A:hero", wounds=3)
    assert outcome(made.give(Concede(by="A"))) == (("B",), "S-END-01")
    game = completed(Signum())
    assert game.tally.outcome(made.state) == Outcome(("B",), "conceded", ("A",))
    assert made.state.outcome.reason == "last_hero"  # what records hold stays as it was
    assert game.tally.height(made.state, "wounds", "A") == 3
    said = {Teller(game, made.state, language).ending() for language in Language}
    assert {"A gave up. The game is over, won by B.", "A сдаётся. Партия окончена, победа: B."} <= said


def test_before_the_heroes_stand_nobody_can_concede():
    def may_concede(state):
        return any(spec.kind == "concede" for spec in Signum().commands(state, "A"))

    made = field()
    assert may_concede(made.state)
    heroless = {name: each for name, each in made.state.creatures.items() if name != "A:hero"}
    assert not may_concede(msgspec.structs.replace(made.state, creatures=heroless))


def test_a_blow_that_kills_nobody_ends_nothing():
    made = field()
    draft = Draft(made.state, Skip(by="A"))
    damage.deal(draft, target="B:hero", amount=1, why="S-DMG-01")
    assert draft.state.outcome is None


def test_a_choice_may_wait_when_the_time_is_up():
    spell = card("pick", Kind.SPELL, effects=(HarmEffect(1, to=Selector(who="any", what="hero")),))
    made = cast(field(spell, rules=timed(ENGLISH)), spell)
    assert made.asked() == "choose A"
    made.give(TimeUp(by=TABLE))
    assert made.state.outcome is not None
    with pytest.raises(RuleViolation):
        made.give(Choose(by="A", chosen=("B:hero",)))
