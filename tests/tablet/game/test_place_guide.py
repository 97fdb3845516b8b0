"""Which model is to be put down, on which base, and where: in words, in a picture, and as a zone on the mat."""

import importlib
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.games.display.actions import PendingPrompt
from companion.games.display.offers import Choice, Input, Offer
from companion.games.prompt import Prompt
from companion.geometry import MatPoint, Side
from companion.referee.api.placement import Placement, PlacementState
from companion.referee.screen.player_screen import OfferShown, TaskShown
from companion.texts import Language, say
from tests.plain_spaces import spaced
from tests.tablet.game.test_layout import fits, rested
from tests.tablet.game.test_touch_during_update import alone, at_roll
from tests.tablet.zones import BASES, HERO, LONG, MOVE, game, lies

__all__ = ["alone", "at_roll"]  # fixtures
PLACE = Offer("placehero", "", {})


@pytest.fixture
def guide():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("companion.tablet.game.place_guide")


def context(language=Language.ENGLISH, **more):
    given = {"bases": BASES, "practises": True, "drawn": False, "turned": False} | more
    given["obeyed"] = given["practises"] or given["drawn"]
    return SimpleNamespace(language=language, say=lambda key, **values: say(language, key, **values), **given)


def test_it_says_the_base_its_edge_and_how_it_comes_there(guide):
    told = guide.guide_for(HERO, game(), "disc", context())
    assert (told.diameter_mm, told.size, told.shape) == (48.0, "48\u00a0mm", "disc")
    base, where, how = told.lines
    assert spaced(base) == "Its base is 48 mm across.", "a figure of a simulated table wears no name"
    camera = guide.guide_for(HERO, game(), "disc", context(practises=False))
    assert spaced(camera.lines[0]) == "Its base is 48 mm across: one of A4, A5."
    assert "bottom of the picture" in where
    assert "drag it to its place" in how
    assert "slide" not in camera.lines[2]
    drawn = guide.guide_for(HERO, game(), "disc", context(practises=False, drawn=True))
    assert "Touch its place" in drawn.lines[2], "without a camera a touch puts it there"
    assert spaced(drawn.lines[0]) == "Its base is 48 mm across.", "its tag is looked at by nobody"


@pytest.mark.parametrize(
    ("side", "turned", "words"),
    [
        (Side.PLAYER_ONE, False, "bottom"),
        (Side.PLAYER_ONE, True, "top"),
        (Side.PLAYER_TWO, False, "top"),
        (Side.PLAYER_TWO, True, "bottom"),
        (Side.LEFT, False, "left"),
        (Side.LEFT, True, "right"),
    ],
)
def test_the_edge_is_named_as_the_picture_is_turned(guide, side, turned, words):
    told = guide.guide_for(replace(HERO, side=side), game(), "disc", context(turned=turned))
    assert words in told.lines[1]


def test_a_base_of_the_wrong_size_is_refused_with_the_one_that_is_wanted(guide):
    small = lies("greer", "A", 16.0, MatPoint(300.0, 300.0))
    (wrong,) = guide.wrong_bases(game(strangers=[small]), context())
    assert spaced(wrong) == f"Base Greer is 32 mm across. {LONG} needs one of 48 mm."


def test_a_base_of_the_other_player_is_refused_with_whose_it_is(guide):
    others = lies("b4", "B", 24.0, MatPoint(300.0, 24.0))
    (wrong,) = guide.wrong_bases(game(strangers=[others]), context())
    assert "Bartholomew the Unhurried" in wrong
    assert "B4" in wrong


def test_where_the_table_has_no_such_base_it_says_so(guide):
    small = [each for each in BASES if each.radius_mm < 20.0]
    plain = "Its base is 48 mm across."
    told = guide.guide_for(HERO, game(), "disc", context(bases=small, practises=False)).lines[0]
    assert spaced(told) == f"{plain} The table file has no free base of that size."
    simulated = guide.guide_for(HERO, game(), "disc", context(bases=small)).lines[0]
    assert spaced(simulated) == plain, "at a simulated table it waits beside the mat"


def test_a_token_comes_only_where_the_table_has_one_to_be_seen(guide):
    token = replace(HERO, of="trap", is_token=True, radius_mm=12.5)
    seen = replace(BASES[0], id="token-1", owner="", radius_mm=12.5, is_token=True)
    assert not guide.can_come(token, game(), BASES)
    assert guide.can_come(token, game(), (*BASES, seen))
    assert guide.can_come(HERO, game(), ()), "a model is waited for all the same"
    base, _, how = guide.guide_for(token, game(), "disc", context()).lines
    assert "needs no tag" in base, "and no base is missed"
    assert how.startswith("Touch its place")
    base, *_ = guide.guide_for(token, game(), "disc", context(bases=(*BASES, seen), practises=False)).lines
    assert spaced(base).startswith("It is a token, 25 mm across"), "it is nobody's base"


def test_only_what_is_asked_of_this_player_has_a_guide(guide):
    assert guide.zone_for(game(), "A", [PLACE]) is HERO
    assert guide.zone_for(game(), "B", [PLACE]) is None
    assert guide.zone_for(game([MOVE]), "A", [Offer("move", "", {"creature": "A:1"})]) is None
    named = replace(HERO, of="A:3", kind="place")
    assert guide.zone_for(game([named]), "A", [Offer("place", "", {"creature": "A:4"})]) is None
    assert guide.zone_for(game([named]), "A", [Offer("place", "", {"creature": "A:3"})]) is named


def test_what_else_may_be_answered_stays_where_a_finger_moves_the_models(at_roll):
    """A summoned creature without a free place goes back to the hand."""

    async def act(at):
        cards = importlib.import_module("companion.tablet.game.cards")
        await at.opens()
        takes = {"place": Input("at", "place", ""), "choose": Input("chosen", "choose", "", (Choice("nowhere", "-"),))}
        offers = tuple(OfferShown(Offer(kind, kind, {}, (taken,))) for kind, taken in takes.items())
        task = TaskShown("Where?", "place", "place", offers, PendingPrompt(Prompt(key="place", to=("A",))))
        for places, shown in ((True, ["place", "choose"]), (False, ["choose"])):
            card = cards.TaskCard(cards.TaskData("A", "Ann", "disc", task, places=places), at.tapper.context)
            assert [each.data.offer.kind for each in card.walk() if isinstance(each, cards.OfferForm)] == shown
        at.closes()

    at_roll(act)


def test_every_word_of_it_fits_in_every_language(at_roll, guide):
    async def act(at):
        await at.opens()
        for language in Language:
            spoken = replace(at.tapper.context, language=language, bases=BASES, practises=True)
            for zone, drawn in ((HERO, False), (replace(HERO, side=None), True)):
                given = replace(spoken, drawn=drawn)
                told = guide.guide_for(zone, game(), "disc", given)
                at.column.stack.show([(guide.PlaceGuide, told)], spoken)
                await rested(at.column)
                fits(at.column.stack)
        at.closes()

    at_roll(act)


def test_a_model_that_was_asked_for_is_never_called_unknown_where_fingers_move_it(guide):
    """What it is is proposed in a moment; until then a card for it would only move the keys."""
    corner = importlib.import_module("companion.tablet.game.over_mat.corner_cards")
    play = game(strangers=[lies("a4", "A", 24.0, MatPoint(300.0, 24.0), ("A:hero",))])
    told = {practises: corner.corner_cards(play, context(practises=practises)) for practises in (True, False)}
    assert (len(told[True]), len(told[False])) == (0, 1), "at a real table it is asked"


@pytest.mark.parametrize("practises", [True, False])
def test_what_a_rule_refuses_can_be_kept_by_hand_and_has_one_way_back(guide, practises):
    corner = importlib.import_module("companion.tablet.game.over_mat.corner_cards")
    start, end, seen = MatPoint(100, 100), MatPoint(200, 100), MatPoint(300, 100)
    moved = Placement("A:1", "A", "a1", PlacementState.MOVED, 16.0, at=start, seen=seen, away_mm=200.0, ghost=True,
                      acceptable=True, name="Greer")  # fmt: skip
    play = game(creatures=[moved])
    alone = corner.corner_cards(play, context(practises=practises))
    play.ending = "how everybody fared"
    assert corner.corner_cards(play, context(practises=practises)) == [], "once the game is over nothing goes back"
    play.ending = None
    refused = SimpleNamespace(
        of="A:1", base="a1", possible=False, on_cells=False, back_to=end, came_from=start, overrulable=True
    )
    play.proposals = (refused,)
    over_mat = importlib.import_module("companion.tablet.game.over_mat.mat_cards")
    (_, about), (_, beside) = over_mat.proposal_cards(play)
    assert [data.at for _, data in alone] == [start]
    assert corner.corner_cards(play, context(practises=practises)) == []
    proposals = importlib.import_module("companion.tablet.game.over_mat.proposals")
    told = [data for _, data in alone] * 2
    for drawn in (True, False):
        back = proposals.all_back(told, context(practises=practises, drawn=drawn))
        assert back == ((("a1", start),) * 2 if practises or drawn else ()), "a real model goes back by a real hand"
    assert (about, beside.of, beside.besides) == (refused, "A:1", True)
