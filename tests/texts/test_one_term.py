"""One term for one thing in each language, and one unit: the words of the glossary, and none that rival them."""

import re
from collections.abc import Iterator

import pytest

from companion.games.signum.own_texts import TEXTS
from companion.texts import COMMON, Language

RIVALS = {
    Language.ENGLISH: {
        "model": r"miniatures?|minis?|figurines?|pawns?",
        "mat": r"play(ing)? ?mat|battle ?mat|tablecloth|game ?board",
        "tag": r"markers?|fiducials?",
        "spectator": r"watchers?|viewers?|onlookers?|audience",
        "opponent": r"rivals?|foes?|adversar(y|ies)",
        "wound": r"hit points?|life points?|lives|injur(y|ies)",
        "phone": r"smartphones?|handsets?|mobiles?",
        "tablet": r"touchscreens?",
        "eliminate": r"kills?|killed|slain",
        "overrule": r"overrid(e|es|den)",
        "mm": r"cm|centimet(re|er)s?|inch(es)?",
    },
    Language.RUSSIAN: {
        "модель": r"миниатюр\w*|фигурк\w*|фишк\w*",
        "поле": r"коврик\w*|игров\w+ пол\w+",
        "метка": r"маркер\w*",
        "подставка": r"подложк\w*|основани\w*",
        "кубик": r"кость|кости|костей|костями",
        "зритель": r"наблюдател\w*",
        "соперник": r"противник\w*|оппонент\w*",
        "телефон": r"смартфон\w*|мобильн\w*",
        "партия": r"матч\w*|игр[аыу] (не )?(ещё )?(не )?окончена|эт(а|ой|у) игр[аеу]",
        "фотография": r"фото|фотк\w*",
        "мм": r"см(?!\.)|сантиметр\w*|дюйм\w*",
    },
    Language.UKRAINIAN: {
        "модель": r"мініатюр\w*|фігурк\w*|фішк\w*",
        "поле": r"килим\w*|ігров\w+ пол\w+",
        "мітка": r"маркер\w*",
        "підставка": r"підкладк\w*|підложк\w*",
        "кубик": r"кістк\w*|кісток|костей",
        "глядач": r"спостерігач\w*",
        "суперник": r"противник\w*|опонент\w*",
        "телефон": r"смартфон\w*|мобільн\w*",
        "партія": r"матч\w*|гру (ще )?(не )?закінчено|ц(я|ій|ю|ієї) гр[аіуи]",
        "фотографія": r"фото|світлин\w*",
        "мм": r"см|сантиметр\w*|дюйм\w*",
    },
}
"""By the term of the glossary, what else it could be called."""


def sentences(language: Language) -> Iterator[tuple[str, str]]:
    """All texts of the program and of its game, by key, without what is filled in."""
    for texts in (COMMON, TEXTS):
        for key, text in texts.own(language).items():
            for each in (text,) if isinstance(text, str) else text.values():
                yield key, re.sub(r"\{[^}]*\}", "", each)


@pytest.mark.parametrize("language", RIVALS, ids=lambda each: each.value)
def test_each_thing_has_one_name(language):
    found = {
        (key, term, rival.group())
        for term, rivals in RIVALS[language].items()
        for key, text in sentences(language)
        if (rival := re.search(rf"\b({rivals})\b", text, re.IGNORECASE))
    }
    assert found == set()
