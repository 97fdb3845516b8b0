import string

import pytest

from companion.texts import Language, TextError, plural_form, say
from companion.texts.catalogue import catalogue

NEEDED_FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}, "uk": {"one", "few", "many", "other"}}


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_has_the_same_keys():
    english = set(catalogue(Language.ENGLISH))
    for language in Language:
        assert set(catalogue(language)) == english, f"{language} differs"


def test_every_text_has_the_same_placeholders_in_every_language():
    for key, text in catalogue(Language.ENGLISH).items():
        for language in Language:
            theirs = catalogue(language)[key]
            if isinstance(text, str):
                assert isinstance(theirs, str), key
                assert placeholders(theirs) == placeholders(text), f"{key} in {language}"
            else:
                assert set(theirs) == NEEDED_FORMS[language], f"{key} in {language}"


def test_no_text_is_empty_or_left_in_english():
    same = [
        key
        for key, text in catalogue(Language.ENGLISH).items()
        for language in (Language.RUSSIAN, Language.UKRAINIAN)
        if isinstance(text, str) and len(text) > 12 and catalogue(language)[key] == text and "{" not in text
    ]
    assert same == []
    assert all(text for language in Language for text in catalogue(language).values())


PLURALS = """
en 1 one, en 2 other, ru 1 one, ru 11 many, ru 21 one, ru 1.5 other, uk 3 few, uk 13 many, uk 0 many
"""


@pytest.mark.parametrize(("language", "count", "form"), [case.split() for case in PLURALS.strip().split(", ")])
def test_plural_forms_follow_the_rules_of_each_language(language, count, form):
    assert plural_form(language, float(count)) == form


def test_an_unknown_key_names_itself():
    with pytest.raises(TextError, match=r"nowhere\.to_be_found"):
        say(Language.ENGLISH, "nowhere.to_be_found")


def test_decimals_are_written_as_the_language_has_them():
    assert [say(language, "dice.sure", percent=98.5) for language in Language] == [
        "98.5 % sure",
        "уверенность 98,5 %",
        "певність 98,5 %",
    ]
