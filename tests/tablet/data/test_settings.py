"""Settings come back as they were kept; whatever is wrong with their file costs a sentence, and nothing is lost."""

import tomllib
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.signum.game import GAME
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import FACES, THINGS, Variant
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import Strictness
from companion.tablet.data.setting_words import TITLES, setting_names
from companion.tablet.data.settings import ASIDE, Settings, load, save
from companion.tablet.look.choices import LetterSize, Volume
from companion.texts import Language, say

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def known_lines():
    return {each.name for each in fields(Settings)} | {each.key for each in GAME.shelf.options(Language.ENGLISH)}


SETTINGS = st.builds(
    Settings,
    language=st.none() | st.sampled_from(Language),
    light=st.booleans(),
    apart=st.booleans(),
    full_screen=st.booleans(),
    animations=st.booleans(),
    letters=st.sampled_from(LetterSize),
    sounds=st.booleans(),
    volume=st.sampled_from(Volume),
    camera=WORDS,
    table=WORDS,
    dice=st.lists(WORDS, max_size=4).map(tuple),
    confirm=st.sampled_from([each.value for each in ConfirmMode]),
    strictness=st.sampled_from([each.value for each in Strictness]),
    pause_s=st.floats(0.0, 1000.0),
    limit_s=st.floats(0.0, 86_400.0),
    symbols=st.just(()) | st.lists(st.sampled_from(FACES), min_size=6, max_size=6).map(tuple),
    chosen=st.fixed_dictionaries(
        {},
        optional={
            "edition": st.sampled_from([(each.value,) for each in Edition]),
            "variant": st.sampled_from([(each.value,) for each in Variant]),
            "on_cardboard": st.lists(st.sampled_from(THINGS), unique=True).map(tuple),
        },
    ),
    players=st.lists(WORDS, max_size=4).map(tuple),
    decks=st.lists(WORDS, max_size=4).map(tuple),
    cardboard=st.lists(WORDS, max_size=4).map(tuple),
    guide_game=WORDS,
    guide_taken=st.lists(WORDS, max_size=64).map(tuple),
    last_game=WORDS,
    strange=st.dictionaries(
        WORDS.filter(lambda name: name not in known_lines()),
        st.booleans() | st.integers(-(2**60), 2**60) | WORDS | st.lists(WORDS),
        max_size=3,
    ),
)


@given(SETTINGS)
def test_what_was_saved_is_loaded_again(tmp_path_factory, settings):
    path = tmp_path_factory.mktemp("settings") / "new" / "settings.toml"
    save(path, settings)
    loaded = load(path)
    assert loaded.settings == settings
    assert loaded.unread is None
    assert sorted(each.name for each in path.parent.iterdir()) == ["settings.toml"]


def test_without_a_file_the_usual_settings_hold(tmp_path):
    assert load(tmp_path / "settings.toml").settings == Settings()


@pytest.mark.parametrize("content", [b"language = ", b"\xff\xfe", b"camera = 1\ncamera = 2"])
def test_a_file_that_cannot_be_read_is_put_aside_and_the_usual_settings_hold(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    loaded = load(path)
    assert loaded.settings == Settings()
    assert loaded.unread == path
    save(path, Settings(light=True))
    assert load(path).settings.light
    assert (tmp_path / f"settings.toml{ASIDE}").read_bytes() == content


@given(st.dictionaries(st.sampled_from(["language", "light", "pause_s", "players", "strictness"]), st.sampled_from(
    ['"fr"', "7", "-1", '["a", 1]', "nan", '"teach"', "[]", "true"]), min_size=1))  # fmt: skip
def test_lines_that_mean_nothing_are_named_and_the_others_hold(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    text = "".join(f"{name} = {value}\n" for name, value in lines.items()) + 'camera = "usb:1"\n'
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    assert loaded.settings.camera == "usb:1"
    assert set(loaded.parts) <= set(lines)
    assert (loaded.unread is None) == (loaded.parts == ())
    usual = Settings()
    for name in lines:
        kept = getattr(loaded.settings, name)
        written = tomllib.loads(text)[name]
        taken = tuple(written) if isinstance(written, list) else written
        assert kept == (getattr(usual, name) if name in loaded.parts else taken)


@pytest.mark.parametrize("language", Language)
def test_settings_are_named_as_the_screen_calls_them(language):
    ours = {"strange", "chosen", "game"}
    for line in (each.name for each in fields(Settings) if each.name not in ours):
        named = setting_names(language, [line, f"other.{line}"])
        assert named == say(language, TITLES[line])
        assert not {"_", "."} & set(named)
    rules = say(language, "setup.rules.title")
    assert (
        setting_names(language, ["edition", "light", "game"]) == f"{rules}, {say(language, 'shell.settings.colours')}"
    )
