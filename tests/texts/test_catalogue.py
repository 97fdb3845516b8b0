import string

import pytest

from companion.games.registry import games
from companion.texts import COMMON, COMPLETE, Language, TextError, Texts, say

NEEDED_FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}, "uk": {"one", "few", "many", "other"}}
ALL = {"the program": COMMON} | {name: games()[name].texts for name in games()}


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.fixture(params=ALL.values(), ids=ALL)
def texts(request):
    """Those of the program, and those of each game."""
    return request.param


def test_every_language_has_the_same_keys(texts):
    english = set(texts.own(Language.ENGLISH))
    assert len(english) > 10
    for language in COMPLETE:
        assert set(texts.own(language)) == english, f"{language} differs"


def test_every_text_has_the_same_placeholders_in_every_language(texts):
    for key, text in texts.own(Language.ENGLISH).items():
        for language in COMPLETE:
            theirs = texts.own(language)[key]
            if isinstance(text, str):
                assert isinstance(theirs, str), key
                assert placeholders(theirs) == placeholders(text), f"{key} in {language}"
            else:
                assert set(theirs) == NEEDED_FORMS[language], f"{key} in {language}"


def test_no_text_is_empty_or_left_in_english(texts):
    same = [
        key
        for key, text in texts.own(Language.ENGLISH).items()
        for language in (Language.RUSSIAN, Language.UKRAINIAN)
        if isinstance(text, str) and len(text) > 12 and texts.own(language)[key] == text and "{" not in text
    ]
    assert same == []
    assert all(text for language in Language for text in texts.own(language).values())


@pytest.mark.parametrize("name", list(games()))
def test_a_game_says_nothing_anew_that_the_program_says(name):
    assert set(games()[name].texts.own(Language.ENGLISH)) & set(COMMON.own(Language.ENGLISH)) == set()


def test_an_unknown_key_names_itself():
    for each in ALL.values():
        with pytest.raises(TextError, match=r"nowhere\.to_be_found"):
            each.say(Language.ENGLISH, "nowhere.to_be_found")


def test_a_package_that_is_installed_brings_texts_of_its_own(tmp_path, monkeypatch):
    own = tmp_path / "strange_texts"
    (own / "texts" / "en").mkdir(parents=True)
    (own / "__init__.py").write_text("", encoding="utf-8")
    (own / "texts" / "en" / "log.toml").write_text('table = "the board"\nwent = "{who} goes."\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    texts = Texts("strange_texts")
    assert texts.say(Language.ENGLISH, "log.table") == "the board"
    assert texts.say(Language.ENGLISH, "log.went", who="Ann") == "Ann goes."
    assert texts.say(Language.ENGLISH, "log.nobody") == "nobody"
    assert texts.say(Language.UKRAINIAN, "log.table") == "стіл", "in a language that it lacks the program speaks"
    assert texts.say(Language.UKRAINIAN, "log.went", who="Ann") == "Ann goes.", "what nobody says in it is English"
    assert say(Language.ENGLISH, "log.table") == "the table"


def test_the_program_does_not_speak_of_one_game():
    """What only Legends of Signum has is said in its folder."""
    words = ("prosperity", "graveyard", "influence", "backstab", "bullseye", "stealth", "mercenar", "the hero")
    told = {
        key for key, text in COMMON.own(Language.ENGLISH).items() if any(each in str(text).lower() for each in words)
    }
    assert told <= ALLOWED, sorted(told - ALLOWED)


ALLOWED = frozenset({"printing.dice.advice"})
"""The sheet of stickers for dice names the symbols that are drawn on it."""


def test_decimals_are_written_as_the_language_has_them():
    assert [say(language, "dice.sure", percent=98.5) for language in Language] == [
        "98.5 % sure",
        "уверенность 98,5 %",
        "певність 98,5 %",
    ]
