"""Fights from activation to end, with cards that react to them (S-CARD-46, S-AB-37, S-AB-60)."""

from companion.games.command import TABLE
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, ChooseFirst, Fight, Move, PlaceHero, Priority, Reveal, Trade
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, CancelEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect, HealEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureCame
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Tactic
from companion.games.signum.model.terms import Condition, Selector, Until
from companion.games.values import Stand
from tests.games.signum.fights import Field, beside, fighter
from tests.games.signum.table import duel

PLAIN = fighter("plain", 2, 5)


def tactic(on, *effects, **condition):
    trigger = Trigger(on=on, whose="enemy", condition=Condition(**condition))
    return Card(key="ploy", kind=Kind.TACTIC, names={"en": "Ploy"}, riders=(Rider(trigger=trigger, effects=effects),))


def lying(play, card, player="B"):
    """The tactic lies face down beside a hero."""
    name = f"{player}:20"
    return play.emit(
        CardTold(card=name, key=card.key), CardMoved(card=name, player=player, zone="tactics", tactic=Tactic(id=name))
    )


def test_a_move_into_contact_and_the_fight_after_it():
    # S-ACT-02, S-MELEE-01, S-ACT-06: the activation ends with the fight
    play = Field({"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 390.0, 300.0)})
    play.give(Activate(by="A", creature="A:1"), Move(by="A", creature="A:1", to=Stand(358.0, 300.0)))
    kinds = {each.kind for each in play.table.game.commands(play.state, "A")}
    assert "fight" in kinds
    play.give(Fight(by="A", creature="A:1", target="B:1")).assign("B", 0, 2).assign("A", 2, 0).roll("ss", "bb")
    assert play.wounds("B:1") == 2
    assert play.state.acting == ""
    assert play.state.creatures["A:1"].deeds.finished


def test_a_tactic_may_cancel_the_attack_that_was_declared():
    card = tactic("melee.declare", CancelEffect())
    play = lying(beside(PLAIN, PLAIN, cards={"ploy": card}), card).fight("A:1", "B:1")
    assert play.asked() == "reveal B"
    play.give(Reveal(by="B", tactic="B:20"))
    assert (play.asked(), play.rolled(), play.state.acting) == ("", [], "")
    assert play.state.creatures["A:1"].deeds.melees == 1  # S-DRAGON-04: it counts as taken
    assert play.state.creatures["B:1"].deeds.attacked == 0
    assert play.state.players["B"].graveyard == ("B:20",)


def test_a_tactic_passed_over_changes_nothing():
    card = tactic("ranged.declare", CancelEffect())
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    play = Field({"A:1": (archer, 200.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)}, cards={"ploy": card})
    lying(play, card).shoot("A:1", "B:1")
    assert play.asked() == "reveal B"
    play.give(Reveal(by="B", tactic="B:20", yes=False)).roll("b", "b")
    assert play.wounds("B:1") == 1  # S-CARD-50


def test_a_cancelled_shot_ends_the_activation_without_a_die():
    card = tactic("ranged.declare", CancelEffect())
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    play = Field({"A:1": (archer, 200.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)}, cards={"ploy": card})
    lying(play, card).shoot("A:1", "B:1").give(Reveal(by="B", tactic="B:20"))
    assert (play.asked(), play.rolled(), play.state.acting, play.wounds("B:1")) == ("", [], "", 0)


def test_s_open_68_the_engine_has_rolled_even_if_a_tactic_cancels_the_action():
    card = tactic("melee.declare", CancelEffect())
    engine = Ability("steam_engine", about="melee", results={"axe": (ProsperEffect(3),)})
    play = lying(beside(fighter("golem", 2, 5, engine), PLAIN, cards={"ploy": card}), card)
    before = play.state.players["A"].prosperity
    play.fight("A:1", "B:1").roll("x").give(Reveal(by="B", tactic="B:20"))
    assert play.state.players["A"].prosperity == before + 3
    assert play.asked() == ""


def test_a_tactic_strengthens_who_is_attacked():
    # As S-NAMED-19 does: until the end of the turn, before dice are assigned
    stronger = ChangeEffect(of="strength", by=2, to=Selector(who="own", what="hero"), until=Until.END_OF_TURN)
    card = tactic("melee.declare", stronger)
    play = Field({"A:1": (PLAIN, 300.0, 552.0)}, cards={"ploy": card})
    lying(play, card).fight("A:1", "B:hero").give(Reveal(by="B", tactic="B:20"))
    assert len(play.specs()) == 6  # strength 3 + 2


def test_who_is_killed_by_a_reaction_fights_no_more():
    card = tactic("melee.declare", HarmEffect(9, to=Selector(who="target")))
    play = lying(beside(PLAIN, PLAIN, cards={"ploy": card}), card).fight("A:1", "B:1")
    play.give(Reveal(by="B", tactic="B:20"))
    assert (play.wounds("A:1"), play.asked(), play.state.steps, play.state.acting) == (None, "", (), "")


def test_s_open_69_nobody_heals_who_fell_in_the_same_exchange():
    rider = Rider(trigger=Trigger(on="damage.dealt", whose="own"), effects=(HealEffect(3, to=Selector(who="self")),))
    leech = fighter("leech", 1, 1, riders=(rider,))
    play = beside(leech, fighter("frail", 1, 1))
    play.fight("A:1", "B:1").assign("B", 1, 0).assign("A", 1, 0).roll("s", "s")
    assert set(play.state.creatures) == {"A:hero", "B:hero"}
    alive = beside(fighter("leech", 1, 9, riders=(rider,)), PLAIN).change("A:1", wounds=3)
    alive.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 1, 0).roll("s", "bb")
    assert alive.wounds("A:1") == 0


def test_s_ab_37_the_last_word_is_spoken_from_the_graveyard():
    # S-DMG-17: it has left already when its Last Word is heard
    speaker = fighter("speaker", 1, 1, Ability("last_word", text=(ProsperEffect(2),)))
    play = beside(PLAIN, speaker)
    before = play.state.players["B"].prosperity
    play.fight("A:1", "B:1").assign("B", 0, 1).assign("A", 2, 0).roll("ss", "b")
    assert play.wounds("B:1") is None
    assert play.state.players["B"].prosperity == before + 2


def test_s_abil_13_a_card_speaks_its_last_word_once_a_game():
    speaker = fighter("speaker", 1, 1, Ability("last_word", text=(ProsperEffect(2),)))
    play = beside(PLAIN, speaker)
    before = play.state.players["B"].prosperity
    for _ in range(2):
        play.change("A:1", deeds={"melees": 0})
        play.fight("A:1", "B:1").assign("B", 0, 1).assign("A", 2, 0).roll("ss", "b")
        assert play.wounds("B:1") is None
        play.emit(CreatureCame(creature=Creature(id="B:1", owner="B", controller="B", stand=Stand(332.0, 300.0))))
    assert play.state.players["B"].prosperity == before + 2


def test_s_ab_37_a_last_word_is_measured_from_where_the_speaker_stood():
    blast = HarmEffect(1, to=Selector(who="any", within="S", count=0))
    bomb = fighter("bomb", 1, 1, Ability("last_word", text=(blast,)))
    put = {
        "A:1": (PLAIN, 300.0, 300.0),
        "B:1": (bomb, 332.0, 300.0),
        "B:2": (PLAIN, 444.0, 300.0),  # 80 mm from rim to rim
        "B:3": (PLAIN, 332.0, 413.0),
    }
    play = Field(put).fight("A:1", "B:1").assign("B", 0, 1).assign("A", 2, 0).roll("ss", "b")
    assert [play.wounds(name) for name in ("A:1", "B:1", "B:2", "B:3", "A:hero")] == [1, None, 1, 0, 0]


def test_s_abil_15_a_card_discarded_from_hand_says_nothing():
    # S-OPEN-27
    speaker = fighter("speaker", 1, 1, Ability("last_word", text=(ProsperEffect(2),)))
    table = duel({"speaker": speaker}, deck=("speaker",) * 20)
    table.give(
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
        ChooseFirst(by="A", player="A"),
        PlaceHero(by="A", at=Stand(300.0, 16.0)),
        PlaceHero(by="B", at=Stand(300.0, 584.0)),
    )
    before = table.state.players["A"].prosperity
    table.give(Trade(by="A", cards=table.state.players["A"].hand[:1]))
    assert table.state.players["A"].prosperity == before + 1  # for the card, and no more


def test_s_ab_60_an_engine_may_name_a_run():
    engine = Ability("steam_engine", about="run", results={"shield": (ProsperEffect(1),)})
    play = Field({"A:1": (fighter("golem", 2, 5, engine), 300.0, 300.0)}).act("A:1")
    before = play.state.players["A"].prosperity
    play.give(Move(by="A", creature="A:1", to=Stand(300.0, 420.0), run=True))
    assert play.purpose() == "steam_engine A:1 1"
    play.roll("s")
    assert play.state.players["A"].prosperity == before + 1
    assert play.state.creatures["A:1"].stand == Stand(300.0, 420.0)
