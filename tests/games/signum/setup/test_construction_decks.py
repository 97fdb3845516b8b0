"""Experienced Architect: a Construction Deck, what it hides, and when it is drawn from (S-VAR-01 to S-VAR-09)."""

import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Construct, End, Skip
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Rules, rules_for
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.events import CardMoved
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.redaction import may_name
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language
from tests.games.signum.table import duel

EN = Language.ENGLISH

MILL = Card(key="mill", kind=Kind.BUILDING, names={"en": "Mill"}, building_type="unique", cost=Cost(prosperity=1))
TEMPLE = Card(key="temple", kind=Kind.BUILDING, names={"en": "Temple"}, building_type="temple")


def architects(rules=None, **values):
    deck = ("hall", "temple", "mill", *values.pop("more", ()))
    given = rules or Rules(architect=True)
    return duel({"temple": TEMPLE, "mill": MILL}, given, buildings=(), construction=deck, **values)


def test_s_var_01_to_06_one_building_is_drawn_once_the_last_one_stands():
    # S-DIFF-89, S-VAR-08, S-OPEN-59, S-VAR-09, S-VAR-43
    made = architects().begun()
    assert made.state.players["A"].drawn_buildings == ("A:c1",)
    assert len(made.state.players["A"].hand) == 5
    with pytest.raises(RuleViolation):
        made.give(Construct(by="A", card="A:c2"))
    made.give(Skip(by="A"), End(by="A"), Skip(by="B"), End(by="B"))
    assert made.state.players["A"].drawn_buildings == ("A:c1",)  # still pending: nothing more is drawn
    made.give(Construct(by="A", card="A:c1"), End(by="A"), Skip(by="B"), End(by="B"))
    assert made.state.players["A"].drawn_buildings == ("A:c2",)  # the order is kept (S-VAR-04)


def test_s_var_07_and_diff_89_in_ru_web_two_before_the_game_and_one_each_turn():
    made = architects(rules_for(Edition.RU_WEB, architect=True)).begun()
    assert made.state.players["A"].drawn_buildings == ("A:c1", "A:c2", "A:c3")
    assert made.state.players["B"].drawn_buildings == ("B:c1", "B:c2")
    for edition in (Edition.EN, Edition.RU):
        waits = architects(rules_for(edition, architect=True)).begun()
        assert [each.drawn_buildings for each in waits.state.players.values()] == [("A:c1",), ()]


def test_s_var_02_a_construction_deck_holds_twelve_at_most():
    with pytest.raises(RuleViolation, match="S-VAR-02"):
        architects(more=("hall",) * 10)
    architects(rules_for(Edition.RU_WEB, architect=True), more=("hall",) * 10)
    with pytest.raises(RuleViolation, match="S-VAR-01"):
        duel(rules=Rules(architect=True), construction=("hall",))


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


@pytest.mark.parametrize("viewer", ["A", "B", SPECTATOR])
def test_s_var_07_in_ru_web_drawn_buildings_are_held_open(viewer):
    """ "Any number of open building cards": everybody sees them; what is still in the deck nobody does."""
    made = architects(rules_for(Edition.RU_WEB, architect=True), more=("hall",)).begun()
    shown = next(each for each in made.game.view(made.state, viewer).players if each.id == "A")
    assert [(each.id, each.key) for each in shown.drawn_buildings] == [
        ("A:c1", "hall"),
        ("A:c2", "temple"),
        ("A:c3", "mill"),
    ]
    assert (may_name(made.state, "A:c3", viewer), may_name(made.state, "A:c4", viewer)) == (True, False)
    drawn = CardMoved(card="A:c4", player="A", zone="drawn_buildings")
    assert made.game.public_event(made.state, drawn, viewer) == drawn
    assert (viewer, "reveal" if viewer == "B" else "draw") in made.game.learned(
        made.state, drawn
    ) or viewer == SPECTATOR
    piles = next(each.piles for each in made.game.sheets.of(made.state, viewer, EN).players if each.id == "A")
    assert ("drawn" in [pile.key for pile in piles]) is (viewer != "A")


@pytest.mark.parametrize("edition", [Edition.EN, Edition.RU])
def test_s_zone_27_elsewhere_a_drawn_building_is_its_owners_to_see(edition):
    made = architects(rules_for(edition, architect=True)).begun()
    seen = {viewer: made.game.view(made.state, viewer).players[0].drawn_buildings for viewer in ("A", "B", SPECTATOR)}
    assert {viewer: len(cards) for viewer, cards in seen.items()} == {"A": 1, "B": 0, SPECTATOR: 0}
    assert [may_name(made.state, "A:c1", viewer) for viewer in seen] == [True, False, False]
