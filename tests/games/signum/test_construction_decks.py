"""What a Construction Deck hides, and that its cards are no cards of the hand (S-VAR-03, S-VAR-09)."""

from companion.games.signum.model.commands import End, Skip
from companion.games.signum.model.events import CardMoved
from companion.games.signum.model.redaction import may_name
from tests.games.signum.test_variants import architects


def test_s_var_03_nobody_may_see_a_construction_deck():
    made = architects().begun()
    for viewer in ("A", "B"):
        assert not may_name(made.state, "A:c2", viewer)
    assert may_name(made.state, "A:c1", "A")
    assert not may_name(made.state, "A:c1", "B")


def test_s_var_09_a_drawn_building_takes_no_room_in_a_full_hand():
    made = architects().begun()
    deck = made.state.players["A"].deck
    for card in deck[:4]:
        made.state = made.game.evolve(made.state, CardMoved(card=card, player="A", zone="hand"))
    made.give(Skip(by="A"), End(by="A"), Skip(by="B"), End(by="B"))
    mine = made.state.players["A"]
    assert (len(mine.hand), mine.drawn_buildings, mine.graveyard) == (10, ("A:c1",), ())
