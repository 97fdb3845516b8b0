"""Effects that end together end in the order that their player chooses (S-TURN-31)."""

from companion.games.common import Choose
from companion.games.signum.game import GAME
from companion.games.signum.model.commands import End
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HealEffect
from companion.games.signum.model.events import LastingBegan
from companion.games.signum.model.terms import Selector, Until
from companion.texts import Language
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

WEAK = fighter("weak", 2, 2)
HEALS = fighter("heals", 2, 2, Ability("last_word", text=(HealEffect(5, to=Selector(who="own", count=0)),)))


def tougher(name, by, number, amount=1):
    effect = ChangeEffect(of="health", by=amount, until=Until.END_OF_TURN)
    lasting = LastingEffect(
        key=f"{by}:hero/{number}", source=f"{by}:hero", by=by, effect=effect, until=Until.END_OF_TURN
    )
    return LastingBegan(creature=name, lasting=lasting)


def hurt(*effects):
    """Two that live by one more health each, given by player A; the one that falls first heals the other."""
    put = {"A:1": (HEALS, 100.0, 300.0), "A:2": (WEAK, 300.0, 300.0)}
    play = Field(put).emit(*(effects or (tougher("A:1", "A", 1), tougher("A:2", "A", 2))))
    return play.change("A:1", wounds=2).change("A:2", wounds=2).give(End(by="A"))


def test_s_turn_31_the_player_chooses_which_effect_ends_first():
    play = hurt()
    assert play.asked() == "choose A"
    first = hurt().give(Choose(by="A", chosen=("A:1/A:hero/1",)))
    assert "A:1" not in first.state.creatures
    assert first.wounds("A:2") == 0  # healed by the Last Word before its own effect ended
    other = hurt().give(Choose(by="A", chosen=("A:2/A:hero/2",)))
    assert "A:2" not in other.state.creatures


def test_s_turn_31_only_its_own_player_chooses():
    refused(hurt(), "S-TURN-24", Choose(by="B", chosen=("A:1/A:hero/1",)))
    # Of two players with one effect each nobody has anything to order.
    assert hurt(tougher("A:1", "A", 1), tougher("A:2", "B", 2)).asked() == ""


def test_s_turn_31_nobody_is_asked_where_the_order_changes_nothing():
    put = {"A:1": (WEAK, 100.0, 300.0), "A:2": (WEAK, 300.0, 300.0)}
    play = Field(put).emit(tougher("A:1", "A", 1), tougher("A:2", "A", 2)).give(End(by="A"))
    assert play.asked() == ""
    assert not any(each.lasting for each in play.state.creatures.values())


def test_the_choice_names_creature_and_card_in_every_language():
    play = hurt()
    for language in Language:
        (spec,) = play.specs()
        word = spec.fields["chosen"].options[0]
        shown = GAME.speech.choice(play.state, word, spec, "ends_first", language)
        assert shown.label.startswith("heals: ")
        assert shown.label != word
