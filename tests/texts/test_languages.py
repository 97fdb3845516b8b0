"""The table of languages: what it says of ours, and that one more entry is all that a new language takes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import companion
from companion.games.signum.model.constants import Edition
from companion.games.signum.sheets.by_hand import _effect_choices
from companion.phones.server.responses import language_of
from companion.texts import COMPLETE, Language

PLURALS = """
en 1 one, en 2 other, ru 1 one, ru 11 many, ru 21 one, ru 1.5 other, uk 3 few, uk 13 many, uk 0 many, uk 5.0 many
"""


@pytest.mark.parametrize(("code", "count", "form"), [case.split() for case in PLURALS.strip().split(", ")])
def test_plural_forms_follow_the_rules_of_each_language(code, count, form):
    assert Language(code).plural_form(float(count)) == form


def test_each_language_is_called_as_its_speakers_call_it():
    complete = [Language(code) for code in ("en", "ru", "uk")]
    assert [language.own_name for language in complete] == ["English", "Русский", "Українська"]
    assert [language.decimal_sign for language in complete] == [".", ",", ","]
    assert set(complete) <= set(COMPLETE)


def test_names_are_sorted_as_in_a_dictionary_of_the_language():
    shuffled = ["Яр", "єнот", "ґава", "Дуб", "гак", "їжак", "інок", "йод", "Bear", "Äpfel"]
    in_order = ["Äpfel", "Bear", "гак", "ґава", "Дуб", "єнот", "інок", "їжак", "йод", "Яр"]
    assert sorted(shuffled, key=Language.UKRAINIAN.sort_key) == in_order
    assert sorted(["ещё", "яма", "ёж", "Жук"], key=Language.RUSSIAN.sort_key) == ["ещё", "ёж", "Жук", "яма"]
    assert sorted(["zebra", "Émile", "fox", "apple"], key=Language.ENGLISH.sort_key) == [
        "apple",
        "Émile",
        "fox",
        "zebra",
    ]


@pytest.mark.parametrize("language", [language for language in Language if language.entry.alphabet])
def test_the_keyboard_on_the_screen_has_every_letter(language):
    assert set(language.entry.alphabet) <= set("".join(language.entry.keyboard))


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (["la-VA", "uk-UA", "en"], "uk"),
        (["ru"], "ru"),
        (["en-GB"], "en"),
        (["rue", "tlh"], None),  # Rusyn is no Russian
        (["", "*", ";;", "x" * 9000], None),
        ([], None),
    ],
)
def test_the_most_wanted_of_our_languages_is_spoken(tags, language):
    assert Language.wanted(tags) == language


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("uk_UA", "uk"),
        ("ru_UA.UTF-8", "ru"),
        ("Ukrainian_Ukraine", "uk"),  # as Windows calls it
        ("Russian_Russia", "ru"),
        ("English_United States", "en"),
        ("Latin_Vatican City", None),
        ("C", None),
        ("", None),
    ],
)
def test_the_language_of_the_system_is_known_by_its_name(name, language):
    assert Language.of_system(name) == language


GERMAN = """    GERMAN = Entry("de", ("1234567890ß", "qwertzuiopü", "asdfghjklöä", "yxcvbnm-_."), "ÄÖÜ")

    def __new__"""
DICE = """shown = "{die} zeigt sich."
sure = "zu {percent:.1f} % sicher"

[read]
one = "{count} Würfel gelesen"
other = "{count} Würfel gelesen (viele)"
"""


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """A copy of the program in which German has one entry and the texts of one topic."""
    folder = tmp_path_factory.mktemp("german")
    own = Path(companion.__file__).parent
    shutil.copytree(own, folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    texts = folder / "companion" / "texts"
    table = (texts / "languages.py").read_text(encoding="utf-8")
    assert table.count("\n    def __new__") == 1
    (texts / "languages.py").write_text(table.replace("\n    def __new__", GERMAN), encoding="utf-8")
    (texts / "de").mkdir()
    (texts / "de" / "dice.toml").write_text(DICE, encoding="utf-8")
    return folder


def run(folder, *command):
    path = os.pathsep.join(map(str, (folder, Path(companion.__file__).parents[1])))
    environment = dict(os.environ, PYTHONPATH=path, HOME=str(folder), XDG_DATA_HOME=str(folder))
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_new_language_is_one_entry_and_its_texts(german, tmp_path):
    """A visitor chooses it on the tablet, writes with its letters, and reads it as far as it is translated."""
    met = json.loads(run(german, "-m", "tests.texts.german_visitor", str(tmp_path)).splitlines()[-1])
    known = [[each.value, each.own_name] for each in Language]
    names = [*(name for _, name in known), "Deutsch"]
    assert met["start"][: len(names)] == names
    assert [text for text in met["panel"] if text in names] == names
    assert met["phones"] == [*known, ["de", "Deutsch"]]
    assert {*"qwertzuiopüasdfghjklöäyxcvbnmß"} <= set(met["keyboard"])
    assert met["written"] == "Übї"
    assert met["said"] == ["d1 zeigt sich.", "zu 98,5\u00a0% sicher"]
    assert met["counted"] == ["1 Würfel gelesen", "2 Würfel gelesen (viele)", "5 Würfel gelesen (viele)"]
    assert met["english"] == ["in range", "1 die still has to be thrown.", "Stealth"]
    assert met["cards"] == met["cards with it"] == [], "cards need not speak a language that is not complete"


@pytest.mark.slow
def test_a_command_speaks_a_new_language(german):
    assert f"{{{','.join((*Language, 'de'))}}}" in run(german, "-m", "companion", "dice", "list", "--help")
    out = german / "sheets"
    run(german, "-m", "companion", "print", "rulers", "--language", "de", "--out", str(out))
    assert [path.suffix for path in out.iterdir()] == [".pdf"]


@pytest.mark.parametrize(
    ("header", "language"),
    [("la-VA,uk;q=0.9,en;q=0.8", "uk"), ("ru-RU, en;q=0.5", "ru"), ("la", "en"), ("", "en"), (";q=1,,*", "en")],
)
def test_a_phone_is_answered_in_the_language_that_its_browser_prefers(header, language):
    request = SimpleNamespace(cookies={}, headers={"Accept-Language": header})
    assert language_of(request) == language


def test_abilities_are_offered_in_the_order_of_the_alphabet():
    """In Ukrainian, `І` stands between `З` and `К`, not before `А`."""
    labels = [choice.label for choice in _effect_choices(Edition.EN, Language.UKRAINIAN)]
    names = [label.partition(",")[0] for label in labels]
    assert names.index("Зцілення\u00a01") < names.index("Ініціатива") < names.index("Картеч")
