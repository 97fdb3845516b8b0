"""Points the texts leave open are data, changeable for one game, and shown as such (S-OPEN)."""

import pytest

from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import AXE, SHIELD, rules_for
from companion.games.signum.model.open_points import OPEN, readings, with_readings
from companion.games.signum.own_texts import TEXTS
from companion.texts import Language
from tests.games.signum.table import duel


@pytest.mark.parametrize("edition", list(Edition))
def test_every_open_point_begins_with_what_the_catalogue_proposes(edition):
    assert not any(each.changed for each in readings(rules_for(edition)))


def test_s_open_01_throwing_may_be_read_otherwise_and_everybody_sees_it():
    rules = with_readings(rules_for(Edition.EN), {"faces.throwing": [AXE, SHIELD]})
    table = duel(rules=rules)
    assert rules.faces.throwing == (AXE, SHIELD)
    shown = {each.path: each for each in table.game.view(table.state, "spectator").readings}
    assert shown["faces.throwing"].changed
    assert shown["faces.throwing"].default == "bullseye, axe"
    assert "switches.contract_at" not in shown  # neither doubtful nor changed


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [("faces.flying", [], "no value"), ("seats", 1, "no value"), ("switches.tie_break", "coin", "tie_break")],
)
def test_what_may_not_be_chosen_is_refused_in_a_sentence(path, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        with_readings(rules_for(Edition.EN), {path: value})


@pytest.mark.parametrize("language", list(Language))
def test_every_open_point_has_its_sentence(language):
    for path in OPEN:
        assert TEXTS.say(language, f"readings.{path.split('.')[1]}")
