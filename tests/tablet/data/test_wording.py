import itertools
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.geometry import Answer, MatPoint, measure_gap
from companion.printing.stock import terrain_templates
from companion.referee import Choices, Count, Level, Measures, Piece, Subsystem, TrackState, Trouble, TroubleKind
from companion.referee.api.league import LeagueStatus
from companion.tablet.data import wording
from companion.texts import Language
from tests.plain_spaces import spaced
from tests.tablet.views import BASES, healthy, view_of
from tests.tablet.zones import HERO, game, there
from vision.simulation.scene.plain_scenes import TERRAIN_PLACES

LANGUAGES = list(Language)


def rows(view):
    return {row.title: row for row in wording.card(view).rows}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.ENGLISH, "Not on the mat: A1, A2, A3, A4 and 16 more"),
        (Language.RUSSIAN, "Нет на поле: A1, A2, A3, A4 и ещё 16"),
        (Language.UKRAINIAN, "Немає на полі: A1, A2, A3, A4 і ще 16"),
    ],
)
def test_of_many_that_are_missing_a_few_are_named_and_the_others_counted(language, said):
    view = view_of(Choices(language=language), missing=tuple(f"a{number}" for number in range(1, 21)))
    assert wording.card(view).rows[-1].title == said
    few = view_of(Choices(language=language), missing=("a1", "a2", "a3", "a4", "a5"))
    assert wording.card(few).rows[-1].title.endswith("A1, A2, A3, A4, A5")


def test_with_nothing_chosen_the_card_says_what_to_do_and_what_is_missing():
    card = wording.card(view_of(missing=("dark-wood-1", "ogre")))

    assert spaced(card.title) == "Touch a model"
    assert [(row.title, row.text) for row in card.rows[:2]] == [
        ("Player A", "2 on the mat"),
        ("Player B", "2 on the mat"),
    ]
    assert card.rows[2].title == "Not on the mat: Dark Wood 1, Ogre"
    assert not card.clear


def test_one_chosen_base_is_told_with_contacts_and_sights():
    told = rows(view_of(Choices(("greer",))))

    assert told["Witch"].answer is Answer.YES
    assert told["Sir Robin"].text.startswith("clear by ")
    assert (told["Wren"].answer, told["Wren"].text) == (Answer.NO, "blocked by Wood")


def test_the_gap_stands_with_what_it_is_uncertain_by():
    card = wording.card(view_of(Choices(("greer", "sir-robin"))))

    assert spaced(card.title) == "Greer – Sir Robin"
    assert spaced(card.figure) == "100.0 ± 0.28 mm"  # two deviations of 0.1 mm a base


@pytest.mark.parametrize(
    ("measures", "told"),
    [(Measures(), False), (Measures({"S": 80.0}), True), (Measures({}, 2.0), True), (Measures(actions=("run",)), True)],
)
def test_contact_and_sight_are_told_only_in_a_game_that_measures(measures, told):
    one = wording.card(view_of(Choices(("greer",)), measures=measures))
    assert ("Witch" in {row.title for row in one.rows}) is told
    assert bool(one.rows) is told
    assert one.rulers is bool(measures.ranges_mm or measures.actions)
    two = wording.card(view_of(Choices(("greer", "sir-robin")), measures=measures))
    assert spaced(two.figure) == "100.0 ± 0.28 mm", "a distance can always be measured"
    assert [row.title in {"Contact", "Line of sight"} for row in two.rows].count(True) == 2 * told


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (Language.ENGLISH, ("no, 20.0 mm too far", "too close to call: the table decides", "yes, 50.0 mm to spare")),
        (Language.RUSSIAN, ("нет, дальше на 20,0 мм", "слишком близко: решайте за столом", "да, запас 50,0 мм")),
        (Language.UKRAINIAN, ("ні, далі на 20,0 мм", "надто близько: вирішуйте за столом", "так, запас 50,0 мм")),
    ],
)
def test_each_range_is_answered_in_words(language, texts):
    card = wording.card(view_of(Choices(("greer", "sir-robin"), language=language)))

    assert tuple(spaced(row.text) for row in card.rows[:3]) == texts
    assert [row.answer for row in card.rows[:3]] == [Answer.NO, Answer.CLOSE, Answer.YES]


def test_a_hidden_base_says_for_how_long_it_has_been_hidden():
    card = wording.card(view_of(Choices(("greer",)), states={"greer": TrackState.HELD}))

    assert spaced(card.text) == "Hidden for 3 s; last place ± 0.20 mm"


@pytest.mark.parametrize(
    ("state", "words"), [(TrackState.LIFTED, "in somebody's hand"), (TrackState.LOST, "can't see it")]
)
@pytest.mark.parametrize("chosen", [("greer",), ("sir-robin", "greer"), ("greer", "sir-robin")])
def test_a_base_that_is_not_on_the_mat_is_named_with_what_to_do(state, words, chosen):
    card = wording.card(view_of(Choices(chosen), states={"greer": state}))

    assert spaced(card.title) == "Greer"
    assert words in card.text


@pytest.mark.parametrize("kind", list(TroubleKind))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_has_a_sentence_in_every_language(kind, language):
    trouble = Trouble(kind, "usb:0", "English.")
    worse = view_of(Choices(language=language), healthy(troubles=(trouble,), levels={Subsystem.LIGHT: Level.WORSE}))
    (sentence,) = wording.notices(worse)
    assert len(sentence) > 10
    blind = view_of(Choices(language=language), healthy(troubles=(trouble,), levels={Subsystem.CAMERA: Level.BLIND}))
    title, text = wording.alarm(blind)
    assert title
    assert text == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_league_that_is_behind_is_told(language):
    def told(status):
        return wording.notices(replace(view_of(Choices(language=language)), league=status))

    assert told(None) == ()
    assert told(LeagueStatus(connected=True, waiting=3)) == ()  # what is on its way
    (away,), (behind,) = told(LeagueStatus(waiting=70)), told(LeagueStatus(connected=True, waiting=70))
    assert away != behind
    assert "70" in away
    assert "70" in behind
    assert "disk is full" in told(LeagueStatus(trouble="The disk is full."))[0]


def test_nothing_is_answered_while_the_referee_is_blind():
    view = view_of(Choices(("greer", "sir-robin")), healthy(levels={Subsystem.MAT: Level.BLIND}))

    assert wording.card(view).title == "No measurements now"
    assert wording.card(view).rows == ()
    assert wording.notices(view) == ()
    assert wording.alarm(view)[0] == "Can't see the mat"


def test_before_the_first_picture_there_is_no_alarm():
    view = view_of(health=healthy(age_s=None, levels={Subsystem.CAMERA: Level.BLIND}))

    assert wording.alarm(view) is None
    assert wording.card(view).title == "Looking for the table"
    assert wording.signs(view)[0].text == "starting"


def test_the_strip_says_how_many_pictures_and_pieces_there_are():
    signs = {sign.name: sign for sign in wording.signs(view_of(health=healthy(count=Count(9, 2, 0, 1))))}

    assert signs["Camera"].text == "22 images/s"
    assert signs["Models"].text == "9 seen · 2 hidden · 1 off the mat"
    assert signs["Mat"].level is Level.GOOD


def test_a_lost_picture_tells_for_how_long():
    signs = wording.signs(view_of(health=healthy(age_s=8.2, levels={Subsystem.CAMERA: Level.BLIND})))

    assert spaced(signs[0].text) == "no image for 8 s"
    assert {sign.text for sign in signs[1:]} == {"–"}


def test_only_what_somebody_should_mend_is_said_loudly():
    def loud(**changes):
        return [sign.name for sign in wording.signs(view_of(health=healthy(**changes))) if sign.loud]

    def trouble(kind):
        return (Trouble(kind, "", ""),)

    worse, hands = {Subsystem.PIECES: Level.WORSE}, Count(7, 1, 1, 4)
    assert loud(count=hands) == []
    assert loud(count=hands, levels=worse, troubles=trouble(TroubleKind.PARTLY_HIDDEN)) == []
    assert loud(count=hands, levels=worse, troubles=trouble(TroubleKind.DUPLICATE_TAG)) == ["Models"]
    assert loud(levels={Subsystem.LIGHT: Level.WORSE}, troubles=trouble(TroubleKind.TOO_DARK)) == ["Light"]
    assert loud(age_s=8.2, levels={Subsystem.CAMERA: Level.BLIND, Subsystem.MAT: Level.BLIND}) == ["Camera"]
    assert loud(age_s=None, levels={Subsystem.CAMERA: Level.BLIND}) == [], "it is starting"


@pytest.mark.parametrize(
    ("language", "level", "organ"),
    list(itertools.product(LANGUAGES, Level, Subsystem)),
    ids=lambda value: value.name,
)
def test_every_state_of_every_organ_has_words(language, level, organ):
    signs = wording.signs(view_of(Choices(language=language), healthy(levels={organ: level})))

    assert len(signs) == len(Subsystem)
    assert all(sign.name and sign.text for sign in signs)


@pytest.mark.parametrize(
    ("value", "digits", "texts"), [(12.345, 1, ("12.3", "12,3")), (-0.04, 1, ("0.0", "0,0")), (80.0, 0, ("80", "80"))]
)
def test_numbers_are_written_as_the_language_writes_them(value, digits, texts):
    assert wording.number(Language.ENGLISH, value, digits) == texts[0]
    assert wording.number(Language.RUSSIAN, value, digits) == texts[1]
    assert wording.number(Language.UKRAINIAN, value, digits) == texts[1]


@pytest.mark.parametrize(("sigma_mm", "text"), [(0.001, "0.01"), (0.022, "0.04"), (0.1, "0.20"), (0.7, "1.4")])
def test_what_stands_after_plus_minus_is_never_nothing(sigma_mm, text):
    assert wording.doubt(Language.ENGLISH, sigma_mm) == text
    assert wording.doubt(Language.UKRAINIAN, sigma_mm) == text.replace(".", ",")


def test_a_trouble_names_what_it_is_about():
    troubles = (
        Trouble(TroubleKind.PARTLY_HIDDEN, "sir-robin", ""),
        Trouble(TroubleKind.DUPLICATE_TAG, "17", ""),
        Trouble(TroubleKind.MAT_DRIFTED, "3", ""),
        Trouble(TroubleKind.MAT_DRIFTED, "", ""),
    )

    hidden, twice, crooked, moved = wording.notices(view_of(health=healthy(troubles=troubles)))
    assert hidden.startswith("Sir Robin is partly hidden")
    assert twice.startswith("Tag 17 is on the table twice")
    assert crooked.startswith("Tag 3 of the mat")
    assert moved.startswith("The mat has moved")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (Language.ENGLISH, ["Wood", "Rocks 2", "Pond", "Dark Wood 1", "Ogre", "Title"]),
        (Language.RUSSIAN, ["Лес", "Скалы 2", "Пруд", "Dark Wood 1", "Ogre", "Title"]),
        (Language.UKRAINIAN, ["Ліс", "Скелі 2", "Ставок", "Dark Wood 1", "Ogre", "Title"]),
    ],
)
def test_terrain_of_a_known_kind_is_named_in_the_readers_language(language, names):
    pieces = ("wood", "rocks-2", "pond", "dark-wood-1", "ogre", "title")
    assert [wording.piece_name(language, piece) for piece in pieces] == names


def test_every_kind_of_terrain_that_is_printed_or_simulated_has_a_name_in_every_language():
    kinds = {each.kind for each in terrain_templates()} | {each.partition("-")[0] for each, *_ in TERRAIN_PLACES}
    for language, kind in itertools.product(Language, kinds):
        name = wording.piece_name(language, kind)
        assert (name == wording.name_of(kind)) is (language is Language.ENGLISH), (language, kind)


def test_one_model_and_a_gap_are_shown_with_what_the_verdict_includes():
    scene = tuple(replace(base, scale_sigma=0.015) for base in BASES)
    view = view_of(Choices(("greer",)))
    view = replace(view, pieces=tuple(Piece(base, TrackState.SEEN, 0.0) for base in scene), placement_sigma_mm=0.2)
    pair = view_of(Choices(("greer", "sir-robin"))).pair
    pair = replace(pair, gap=measure_gap(scene[0], scene[1]), extra_sigma_mm=0.3)

    # 212.1 mm from the middle of the mat: 2 x (0.22 + 0.015 x 212.1); 132 mm apart: 2 x (0.33 + 0.015 x 132).
    assert "± 6.8 mm" in spaced(wording.card(view).text)
    assert "± 4.6 mm" in spaced(wording.gap_text(Language.ENGLISH, pair))


def test_what_stands_after_plus_minus_is_told_by_its_parts():
    # ± is 2 x (√(0.1² + 0.1² + 0.3²) + 0.015 x 132): of it the camera's share, the bases' and the scale's.
    scene = tuple(replace(base, scale_sigma=0.015) for base in BASES)
    view = view_of(Choices(("greer", "sir-robin")))
    pair = replace(view.pair, gap=measure_gap(scene[0], scene[1]), extra_sigma_mm=0.3)
    row = wording.card(replace(view, pair=pair)).rows[-1]
    assert (row.title, row.text) == ("Where ± comes from", "places 0.28 · bases 0.60 · scale 4.0")
    alone = wording.card(replace(view_of(Choices(("greer",))), placement_sigma_mm=0.2)).rows[-1]
    assert alone.text == "places 0.20 · bases 0.40"


def test_a_model_that_comes_is_called_by_the_name_on_its_card():
    coming = SimpleNamespace(of=HERO.of, base="a4")
    play = game(creatures=[there("B:1", "b4", MatPoint(300.0, 500.0))])
    play.proposals = (coming,)
    called = wording.names_of(replace(view_of(), play=play))
    assert [called(base) for base in ("a4", "b4", "spare")] == [HERO.name, "B:1", "Spare"]
