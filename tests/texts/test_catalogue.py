import re
import string

import pytest

from companion.games.registry import games
from companion.texts import COMMON, COMPLETE, NO_BREAK, Language, TextError, Texts, say
from companion.texts.catalogue import unbroken

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


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", list(games()))
def test_what_a_game_says_in_place_of_the_program_is_said_otherwise(name, language):
    own, common = games()[name].texts.own(language), COMMON.own(language)
    assert [key for key in own if own[key] == common.get(key)] == []


OF_A_GAME = re.compile(
    r"hero|tactic|prosperity|graveyard|relic|armour|wound|stealth|creature|character|abilit|summon", re.IGNORECASE
)
"""Words of Legends of Signum."""
MEANT = {"ask.field.creature", "phones.reply.odd", "phones.join.code"}
"""A field of a common command; characters that are written."""


def test_the_programs_own_texts_speak_of_no_game():
    texts = COMMON.own(Language.ENGLISH)
    words = {key: " ".join([text] if isinstance(text, str) else text.values()) for key, text in texts.items()}
    spoken = {key: re.sub(r"\{[^}]*\}", "", text) for key, text in words.items()}
    assert {key: text for key, text in spoken.items() if OF_A_GAME.search(text)}.keys() - MEANT == set()


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
    assert [say(Language(code), "dice.sure", percent=98.5) for code in ("en", "ru", "uk")] == [
        "98.5\u00a0% sure",
        "уверенность 98,5\u00a0%",
        "певність 98,5\u00a0%",
    ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("12 mm, {size} мм", "12~mm, {size}~мм"),
        ("Save last 30 s", "Save last 30~s"),
        ("«Сохранить 30 с» кладёт", "«Сохранить 30~с» кладёт"),
        ("{seconds} с; потом", "{seconds}~с; потом"),
        ("{player} с картой", "{player} с картой"),
        ("модель 2 с меткой", "модель 2 с меткой"),
        ("{mm} ± {doubt} мм", "{mm}~±~{doubt}~мм"),
        ("600 × 600 мм", "600~×~600~мм"),
        ("Да – нет", "Да~– нет"),
        ("10 minutes", "10 minutes"),
    ],
)
def test_no_line_ends_between_a_number_and_its_unit(written, shown):
    assert unbroken(written) == shown.replace("~", NO_BREAK)


def test_a_text_from_a_file_has_the_spaces_that_end_no_line():
    assert say(Language.RUSSIAN, "shell.settings.pause_s", seconds=30) == "30\u00a0с"
