"""A guide follows what happens: it shows what fits now, remembers what was done, and ends when nothing is left."""

from dataclasses import replace

from companion.games.command import SPECTATOR
from companion.games.display.guide import GuideStep, is_among
from companion.games.display.sheets import Sheet
from companion.geometry import Answer, MatPoint, Verdict
from companion.referee import Proposal
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.player_screen import PlayerScreen
from companion.tablet.data.guide import GuideProgress, signs_of
from tests.tablet.views import view_of

PLACE = GuideStep("place", when=("zone",), until=("said:stands",))
FIGHT = GuideStep("fight", when=("offer:fight",), until=("said:told.melee",))
SHOOT = GuideStep("shoot", when=("offer:shoot",), until=("said:told.shot",), optional=True)
READ = GuideStep("read", when=("result",))
END = GuideStep("end", last=True)


def progress():
    return GuideProgress((PLACE, FIGHT, SHOOT, READ, END))


def key(of):
    return of.now.key if of.now is not None else None


def seen(of, *signs):
    of.see(frozenset(signs))
    return key(of)


def test_a_step_is_shown_only_while_it_fits_and_never_again_once_it_was_done():
    guide = progress()
    assert seen(guide) is None
    assert seen(guide, "zone") == "place"
    assert seen(guide, "zone", "offer:fight") == "place", "the first that fits"
    assert seen(guide, "zone", "offer:fight", "said:stands") == "fight"
    assert seen(guide, "zone") is None, "an undo teaches nothing again"


def test_what_was_done_unasked_is_not_taught():
    guide = progress()
    assert seen(guide, "said:told.melee", "offer:fight") is None


def test_a_bubble_that_waits_is_not_read_away_but_one_that_need_not_be_done_is():
    guide = progress()
    seen(guide, "zone")
    guide.read()
    assert seen(guide, "zone") == "place"
    assert seen(guide, "offer:shoot") == "shoot"
    guide.read()
    assert seen(guide, "offer:shoot") is None


def test_the_last_bubble_comes_when_all_but_the_optional_ones_are_done_and_ends_the_guide():
    guide = progress()
    assert seen(guide, "said:stands", "said:told.melee", "result") == "read"
    assert not guide.over
    guide.read()
    assert seen(guide) == "end"
    guide.read()
    assert guide.over


def test_it_goes_on_where_it_was_left_and_begins_anew_once_nothing_is_left():
    guide = progress()
    seen(guide, "said:stands", "result")
    guide.read()
    again = GuideProgress((PLACE, FIGHT, SHOOT, READ, END), (*guide.taken, "a_step_of_old"))
    assert again.taken == guide.taken == ("place", "read")
    assert seen(again, "zone", "result", "offer:fight") == "fight", "what was read is not shown again"
    over = GuideProgress((PLACE, FIGHT, SHOOT, READ, END), ("place", "fight", "read", "end"))
    assert seen(over, "zone") == "place"


def test_a_step_waits_while_something_stands_against_it():
    guide = GuideProgress((replace(END, when=("offer:end",), unless=("offer:shoot",)),))
    assert seen(guide, "offer:end", "offer:shoot.bow") is None
    assert seen(guide, "offer:end") == "end"


def test_a_sign_is_there_with_a_finer_one_and_not_with_one_that_only_begins_alike():
    assert is_among("said:moved", ("said:moved.hand",))
    assert not is_among("said:moved", ("said:moved_by",))


def test_a_move_that_is_too_long_teaches_no_move():
    """Who went astray is still to be shown how it is done."""
    at = MatPoint(100.0, 100.0)
    move = Proposal("m1", "A", "move", "A:1", "greer", (), at, at, None, Verdict(Answer.YES, 90.0, 100.0, 0.2, "path"))
    for answer, told in ((Answer.YES, True), (Answer.NO, False)):
        meant = replace(move, verdict=replace(move.verdict, answer=answer))
        play = GameScreen((("A", "Ann"),), PlayerScreen(Sheet(SPECTATOR, ())), proposals=(meant,))
        assert ("meant:move" in signs_of(replace(view_of(), play=play))) is told
