"""A hero of strength 0 whom a relic lets fight (S-OPEN-46, S-MELEE-09, S-DRAGON-05)."""

from companion.games.signum.combat import melee
from companion.games.signum.model.commands import Fight
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import LastingBegan
from companion.games.signum.model.terms import Until
from tests.games.signum.combat.test_melee_abilities import knights, splits
from tests.games.signum.refusals import refused


def test_s_open_46_a_lance_lets_a_hero_without_strength_attack():
    # S-MELEE-09, S-DRAGON-05: the value counts after all modifiers, and the bonus is declared with the attack.
    play = knights().emit(
        LastingBegan(
            creature="A:hero",
            lasting=LastingEffect(
                key="B:hero/1",
                source="B:hero",
                by="B",
                effect=ChangeEffect(of="strength", by=-3),
                until=Until.END_OF_TURN,
            ),
        )
    )
    play.act("A:hero")
    refused(play, "S-MELEE-09", Fight(by="A", creature="A:hero", target="B:1"))
    (offer,) = melee.specs(play.state, "A")
    assert (offer.fields["relics"].options, offer.fields["relics"].least) == (("A:19",), 1)
    play.give(Fight(by="A", creature="A:hero", target="B:1", relics=("A:19",))).assign("B", 0, 2)
    assert len(splits(play)) == 3  # strength 0 + 2
    refused(play, "S-TURN-24", Fight(by="A", creature="A:hero", target="B:1", relics=("A:20",)))
