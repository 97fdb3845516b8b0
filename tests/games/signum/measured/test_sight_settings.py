"""How a game draws its lines of sight is a setting of it (S-LOS-05, S-LOS-09, S-OPEN-78)."""

import pytest
from msgspec.structs import replace

from companion.games.options import chosen_of
from companion.games.signum.board.board import SignumBoard
from companion.games.signum.game import GAME
from companion.games.signum.model.commands import Shoot
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Switches, rules_for
from companion.games.signum.model.mat import scene_of, sight
from companion.geometry import Answer, SightRule
from companion.presentation.teller import Teller
from companion.presentation.why import why
from companion.texts import Language
from tests.games.signum.measured.test_sight import row, sees

ENGLISH = rules_for(Edition.EN)
CENTRE = replace(ENGLISH, switches=replace(ENGLISH.switches, sight_from="centre"))


@pytest.mark.parametrize("edition", Edition)
def test_s_los_09_every_edition_begins_with_lines_that_need_a_passage(edition):
    rules = rules_for(edition)
    state = row(rules=rules).state
    assert scene_of(state).sight == SightRule(touching_blocks=True, contact_mm=rules.contact_mm)
    assert SignumBoard(GAME).layout(state).sight == scene_of(state).sight


def test_games_on_record_from_before_were_played_with_grazing_lines():
    assert (Switches().sight_lines, Switches().sight_from) == ("grazing", "base")


def test_s_los_09_a_model_of_equal_base_exactly_between_blocks():
    assert not sees(row(("A:2", 200.0, 300.0)))
    grazing = replace(ENGLISH, switches=replace(ENGLISH.switches, sight_lines="grazing"))
    assert sees(row(("A:2", 200.0, 300.0), rules=grazing))


def test_s_los_09_nothing_is_seen_between_models_in_contact():
    def pair(gap_mm):
        off = 16 + gap_mm / 2
        screen = (("A:2", 200.0, 300.0 + off), ("A:3", 200.0, 300.0 - off))
        return row(*screen, ("A:4", 200.0, 332.0 + off), ("A:5", 200.0, 268.0 - off))

    assert not sees(pair(ENGLISH.contact_mm))
    assert sees(pair(ENGLISH.contact_mm + 0.1))


def test_s_los_05_a_line_starts_anywhere_on_the_base_or_at_its_centre():
    between = ("A:2", 200.0, 304.0)
    assert sees(row(between))
    assert not sees(row(between, rules=CENTRE))
    assert sight(row(rules=CENTRE).state, "A:1", "B:1").answer is Answer.YES


def test_show_me_why_says_where_lines_start():
    for rules, words in ((ENGLISH, "anywhere on the shooter’s base"), (CENTRE, "at the centre of the shooter’s base")):
        play = row(("A:2", 200.0, 330.0), rules=rules)
        asked = GAME.measured(play.state, Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
        (seen,) = (each for each in asked if each.kind == "sight")
        assert words in why(seen, Teller(GAME, play.state, Language.ENGLISH)).words


@pytest.mark.parametrize(("lines", "words"), [("passage", "need a passage"), ("grazing", "may graze")])
def test_show_me_why_says_what_lines_need(lines, words):
    # S-LOS-09
    rules = replace(ENGLISH, switches=replace(ENGLISH.switches, sight_lines=lines))
    play = row(("A:2", 200.0, 330.0), rules=rules)
    asked = GAME.measured(play.state, Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    (seen,) = (each for each in asked if each.kind == "sight")
    assert words in why(seen, Teller(GAME, play.state, Language.ENGLISH)).words


def test_readings_are_chosen_at_set_up_and_the_usual_one_is_that_of_the_edition():
    options = {each.key: each for each in GAME.shelf.options(Language.ENGLISH)}
    assert {"sight_from", "sight_lines", "cards_inside", "minus_from_attacks", "hammerblow"} <= set(options)
    chosen = chosen_of(options.values(), {"edition": ("ru",), "sight_from": ("centre",), "tactic_turns": ("usual",)})
    assert options["tactic_turns"].usual_in(chosen) == "both"
    assert GAME.shelf.sentence(chosen).endswith("readings: sight_from centre")
    assert GAME.shelf.summary(chosen, Language.ENGLISH)[1].endswith("readings changed: 1")
    same = chosen_of(options.values(), {"tactic_turns": ("opponent",)})
    assert "readings" not in GAME.shelf.sentence(same)
