"""Points the rulebook leaves open are settings, or have one reading with a reason (B-OPEN)."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model.setup import PROPOSED, Readings
from companion.games.brawl.own_texts import TEXTS
from companion.games.brawl.shelf.shelf import READINGS, BrawlShelf
from companion.texts import Language
from tests.games.brawl.table import setup

PAGE = (Path(__file__).parents[3] / "docs" / "readings.md").read_text(encoding="utf-8")
CATALOGUE = {
    "reaction_discarded_first": True,
    "teammates_see_hands": False,
    "mirrored_areas": False,
    "lifesteal_counts_all": False,
    "own_trap_scores": True,
    "power_up_at_once": False,
    "placed_on_trap": True,
    "stopped_hurts": True,
    "splash_spares_actor": False,
    "bonus_for_entry": True,
    "spent_at_start": False,
}
"""What the catalogue proposes."""


def test_every_setting_begins_with_what_the_catalogue_proposes():
    assert {each: getattr(PROPOSED, each) for each in READINGS} == CATALOGUE


@pytest.mark.parametrize("language", list(Language))
def test_every_setting_has_its_sentence_and_its_choice(language):
    options = {each.key: each for each in BrawlShelf().options(language)}
    for key, proposed in CATALOGUE.items():
        assert options[key].name == TEXTS.say(language, f"setup.readings.{key}")
        assert [each.key for each in options[key].choices] == ["yes", "no"]
        assert options[key].usual == ("yes" if proposed else "no",)


@pytest.mark.parametrize("language", list(Language))
def test_the_report_has_every_setting_and_by_what_rules_it_was_played(language):
    tally = GAME.tally
    other = replace(PROPOSED, stopped_hurts=not PROPOSED.stopped_hurts)
    told = tally.readings(GAME.new(replace(setup(), readings=other)), language)
    changed = [each.text for each in told if each.changed]
    assert (len(told), changed) == (len(CATALOGUE), [TEXTS.say(language, "setup.readings.stopped_hurts")])
    assert tally.rules(GAME.new(setup()), language) != tally.rules(GAME.new(setup(players=4)), language)


def test_the_page_of_readings_has_every_open_point_with_its_setting_or_a_reason():
    rows = re.findall(r"^\| (B-OPEN-\d\d) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
    assert [row[0] for row in rows] == [f"B-OPEN-{number:02d}" for number in range(1, 43)]
    named = {word for _, _, text in rows for word in re.findall(r"`([a-z_]+)`", text)}
    assert named - {"grid"} == set(READINGS)
    assert all(len(text) > 8 for _, _, text in rows)


def test_the_settings_name_their_points():
    """Each stands in the row of the point that its field names."""
    told = dict(re.findall(r"(\w+): [^\n]*\((B-OPEN-\d\d)\)", Readings.__doc__ or ""))
    assert set(told) == set(READINGS)
    for key, point in told.items():
        (row,) = re.findall(rf"^\| {point} .*$", PAGE, re.MULTILINE)
        assert f"`{key}`" in row
