"""For whom a fallen character counts in the last tie-break (S-DMG-24, S-END-15), also under Control (S-AB-14)."""

from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.signum.creature.damage import eliminate
from companion.games.signum.engine.draft import Draft
from companion.games.signum.game import Signum
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Play, Use
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import Rules, Variant
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import EliminateEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureCame
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Seat, Setup
from companion.games.signum.model.terms import Selector
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.table import CARDS

WITCH = fighter("witch", 2, 5, Ability("control", x=2))


def kills(play):
    return {name: player.kills for name, player in play.state.players.items()}


def controlled(mine=None):
    """A controls B's character B:1, which touches A:2 and B:2."""
    put = {
        "A:1": (WITCH, 200.0, 100.0),
        "A:2": (mine or fighter("guard", 1, 1), 268.0, 300.0),
        "B:1": (fighter("taken", 3, 1), 300.0, 300.0),
        "B:2": (fighter("other", 1, 1), 332.0, 300.0),
    }
    play = Field(put).act("A:1").give(Use(by="A", creature="A:1", ability="control", target="B:1")).roll("bb")
    assert play.state.creatures["B:1"].controller == "A"
    return play


def test_s_dmg_24_what_a_controlled_character_eliminates_counts_for_who_controls_it():
    play = controlled().fight("B:1", "B:2").assign("B", 0, 1).assign("A", 3, 0).roll("sss", "b")
    assert "B:2" not in play.state.creatures
    assert kills(play) == {"A": 1, "B": 0}


def test_s_dmg_24_a_controlled_character_that_falls_counts_for_who_controls_it():
    # It is no enemy of its owner: whose own character strikes it down gains nothing by that.
    play = controlled().fight("B:1", "B:2").assign("B", 1, 0).assign("A", 3, 0).roll("bbb", "s")
    assert "B:1" not in play.state.creatures
    assert kills(play) == {"A": 1, "B": 0}


def test_s_dmg_24_a_character_counts_for_its_enemy_without_control():
    put = {"A:1": (fighter("one", 3, 1), 268.0, 300.0), "B:1": (fighter("two", 1, 1), 300.0, 300.0)}
    play = Field(put).fight("A:1", "B:1").assign("B", 1, 0).assign("A", 3, 0).roll("sbb", "s")
    assert kills(play) == {"A": 1, "B": 1}


def among_three(by, *, controller="", turn="A"):
    """Who gains by the fall of a character of A's, with three players each for himself."""
    seats = tuple(Seat(id=name, name=name, side="player_one", hero="hero", deck=("fighter",) * 20) for name in "ABC")
    game, rules = Signum(), Rules(variant=Variant.BATTLE_OF_THREE)
    one = Creature(id="A:1", owner="A", controller=controller or "A", stand=Stand(300.0, 300.0))
    state = game.evolve(game.new(Setup(rules=rules, seats=seats, cards=CARDS)), CreatureCame(creature=one))
    draft = Draft(replace(state, active=turn), Choose(by="A"))
    eliminate(draft, "A:1", by=by, why="test")
    return {name for name, player in draft.state.players.items() if player.kills}


def test_s_dmg_24_among_three_who_fells_a_character_counts_it_also_from_under_anothers_control():
    assert among_three("C", controller="B") == {"C"}
    assert among_three("A", controller="B") == among_three("", controller="B") == {"B"}


def test_s_dmg_24_among_three_nobody_gains_by_the_fall_of_an_own_character():
    assert among_three("", turn="C") == {"C"}
    assert among_three("") == among_three("A") == set()


def test_s_dmg_24_a_character_that_its_own_side_eliminates_counts_for_the_enemy():
    """ "Whatever eliminated it": also a card of its own player's."""
    offering = Card(
        key="offering",
        kind=Kind.SPELL,
        names={"en": "Offering"},
        effects=(EliminateEffect(to=Selector(who="own", what="character", count=1)),),
    )
    play = Field({"A:11": (fighter("one", 3, 1), 268.0, 300.0)}, cards={"offering": offering})
    play.emit(CardTold(card="A:12", key="offering"), CardMoved(card="A:12", player="A", zone="hand"))
    play.give(Play(by="A", card="A:12"))
    assert "A:11" not in play.state.creatures
    assert kills(play) == {"A": 0, "B": 1}
