"""What damage comes from, and what sticks to nobody who has fallen (S-DMG-17, S-DMG-19, S-ZONE-15, S-CARD-09)."""

import pytest

from companion.games.command import TABLE
from companion.games.signum.creature.damage import eliminate
from companion.games.signum.creature.stats import strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.commands import Activate, MoveCard, Place, Play
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.effects.effect import Ability, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.events import CardMoved, LastingBegan
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Selector, Until
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.rules.signum.tables import card, field, zone

ONE = fighter("one", 2, 3)


def lasting(effect, number):
    key = f"A:9/{number}"
    return LastingEffect(key=key, source="A:9", by="A", effect=effect, until=Until.END_OF_GAME)


def fallen():
    """A:1 had wounds, armour, a gained ability and more strength, and fell."""
    play = Field({"A:1": (ONE, 300.0, 300.0)}).change("A:1", wounds=1, armour=2, stealth=True)
    for number, effect in enumerate((GainEffect(Ability("fortitude")), ChangeEffect(of="strength", by=2))):
        play.emit(LastingBegan(creature="A:1", lasting=lasting(effect, number)))
    assert strength(play.state, play.state.creatures["A:1"]) == 4
    draft = Draft(play.state, MoveCard(by=TABLE, card="A:1", zone="graveyard", player="A"))
    eliminate(draft, "A:1", by="B", why="test")
    settle(draft, HANDLERS, lambda _: False)
    return play.emit(*draft.events)


def test_s_dmg_17_the_fallen_leave_at_once_and_their_card_lies_in_the_owners_graveyard():
    play = fallen()
    assert "A:1" not in play.state.creatures
    assert play.state.players["A"].graveyard[-1] == "A:1"


def test_s_zone_15_a_card_that_comes_back_has_lost_all_that_it_had():
    # S-DMG-17: wounds, effects and acquired abilities; here the card is played a second time.
    play = fallen().give(MoveCard(by=TABLE, card="A:1", zone="hand", player="A"))
    play.give(Play(by="A", card="A:1"), Place(by="A", creature="A:1", at=Stand(100.0, 16.0)))
    again = play.state.creatures["A:1"]
    assert (again.wounds, again.armour, again.stealth, again.lasting) == (0, 0, False, ())
    assert strength(play.state, again) == 2


def hurts(kind, **values):
    """A card that deals 2 damage to an enemy character."""
    to = Selector(who="enemy", what="character")
    return card("hurts", kind, **({"effects": (HarmEffect(2, to=to),)} | values))


def test_s_dmg_19_spells_deal_damage():
    spell = hurts(Kind.SPELL)
    play = field(spell, put={"B:1": (fighter("foe", 2, 5), 300.0, 400.0)})
    (each,) = zone(play, "A", "hand", spell)
    play.give(Play(by="A", card=each))
    assert play.wounds("B:1") == 2


def test_s_dmg_19_tactics_deal_damage():
    effects = (HarmEffect(2, to=Selector(who="enemy", what="character", count=0)),)
    trap = hurts(Kind.TACTIC, effects=(), riders=(Rider(trigger=Trigger(on="activation.start"), effects=effects),))
    play = field(trap, put={"A:1": (fighter("foe", 2, 5), 300.0, 400.0)})
    zone(play, "B", "tactics", trap)
    play.give(Activate(by="A", creature="A:1"))
    assert play.asked() == "reveal B"
    play.give(next(each for each in reveals(play) if each.yes))
    assert play.wounds("A:1") == 2


def test_s_dmg_19_abilities_deal_damage():
    sting = Ability("first_word", text=(HarmEffect(2, to=Selector(who="enemy", what="character", count=0)),))
    comer = fighter("comer", 2, 3, sting)
    play = field(comer, put={"B:1": (fighter("foe", 2, 5), 300.0, 400.0)})
    (each,) = zone(play, "A", "hand", comer)
    play.give(Play(by="A", card=each), Place(by="A", creature=each, at=Stand(100.0, 16.0)))
    assert play.wounds("B:1") == 2


def reveals(play):
    from companion.games.signum.model.commands import Reveal  # noqa: PLC0415 (one use)

    (prompt,) = play.table.game.prompts(play.state)
    for spec in prompt.specs:
        tactic = spec.fields["tactic"].options[0] if "tactic" in spec.fields else spec.fixed["tactic"]
        yield Reveal(by=spec.by, tactic=tactic, yes=spec.fixed["yes"])


@pytest.mark.parametrize(
    ("what", "reached"), [("character", {"A:1"}), ("hero", {"A:hero"}), ("creature", {"A:1", "A:hero"})]
)
def test_s_card_09_an_effect_for_heroes_never_reaches_a_character_nor_the_other_way_round(what, reached):
    song = card(
        "song", Kind.SPELL, effects=(ChangeEffect(of="strength", by=1, to=Selector(who="own", what=what, count=0)),)
    )
    play = field(song, put={"A:1": (ONE, 300.0, 400.0)})
    before = {each.id: strength(play.state, each) for each in play.state.creatures.values()}
    (each,) = zone(play, "A", "hand", song)
    play.give(Play(by="A", card=each))
    after = {each.id: strength(play.state, each) for each in play.state.creatures.values()}
    assert {name for name in after if after[name] != before[name]} == reached


def test_a_card_moved_by_hand_from_the_graveyard_keeps_nothing_either():
    play = fallen()
    play.emit(CardMoved(card="A:1", player="A", zone="hand"))
    assert not [each for each in play.state.creatures.values() if each.id == "A:1"]
