"""What players say of a new game becomes settings, a beginning, and the table that is opened."""

from dataclasses import replace
from pathlib import Path

from companion.games.protocol import guide_decks_of
from companion.games.signum.game import GAME
from companion.referee.api.table_intents import Strictness
from companion.referee.mat.models import Miniature
from companion.tablet.data.miniatures import BoundMiniature
from companion.tablet.data.settings import Settings
from companion.tablet.data.setup_draft import Draft, deck_seen
from companion.texts import Language


def test_a_first_game_is_a_duel_with_the_shipped_decks_and_seats_for_names():
    draft = Draft.of(Settings())
    assert draft.names(Language.ENGLISH) == ("Player A", "Player B")
    assert draft.names(Language.UKRAINIAN) == ("Гравець A", "Гравець B")
    beginning = draft.beginning(Language.ENGLISH)
    assert beginning.decks == ("lanternmarch", "kettle_clans")
    assert beginning.cardboard is None


def test_what_was_chosen_once_is_offered_again():
    draft = Draft.of(Settings(camera="usb:2", table="/there/table.toml")).with_choice("variant", "free_for_all")
    draft = draft.with_player(0, replace(draft.seats[0], name="Ann", cardboard=True))
    draft = draft.with_player(3, replace(draft.seats[3], name="Дана", deck="lanternmarch"))
    again = Draft.of(draft.remembered(draft.with_camera(Settings())))
    assert again == draft
    assert again.names(Language.ENGLISH) == ("Ann", "Player B", "Player C", "Дана")
    assert again.beginning(Language.ENGLISH).cardboard == ("Ann",)


def test_what_hangs_on_who_plays_is_asked_only_there_and_is_usual_elsewhere():
    duel = Draft.of(Settings(game="warseer"))
    options = {each.key: each for each in duel.shelf.options(Language.ENGLISH)}
    duel_map = options["map"].open_in(duel.chosen)[-1].key
    scenario = options["scenario"].open_in(duel.chosen)[-1].key
    given = duel.with_choice("scenario", scenario).with_choice("map", duel_map).with_choice("goal", "final")
    assert (given.chosen["scenario"], given.chosen["map"]) == ((scenario,), (duel_map,))
    assert not options["rounds"].open_in(given.chosen)
    three = given.with_choice("variant", "everyone_three")
    assert [three.chosen[key] for key in ("scenario", "map", "goal")] == [("none",), ("fitting",), ("quick",)]
    assert duel_map not in {each.key for each in options["map"].open_in(three.chosen)}
    skirmish = three.with_choice("variant", "skirmish_four")
    assert options["rounds"].open_in(skirmish.chosen)
    assert not options["goal"].open_in(skirmish.chosen)
    stale = Settings(game="warseer", chosen={"variant": ("alliance",), "scenario": (scenario,)})
    assert Draft.of(stale).chosen["scenario"] == ("none",)


def test_a_guided_first_game_has_decks_of_its_own_and_what_is_usual_and_the_others_keep_theirs():
    chosen = Settings(
        camera="sim:match", players=("Ann", "Bob"), decks=("kettle_clans", "lanternmarch"), limit_s=2700.0
    )
    draft = replace(Draft.of(chosen), packs=("mine.toml",)).with_choice("variant", "free_for_all")
    lesson = draft.lesson
    beginning = lesson.beginning(Language.ENGLISH)
    assert (beginning.decks, beginning.players) == (guide_decks_of(GAME), ("Ann", "Bob"))
    assert (lesson.camera, lesson.limit_s, lesson.packs) == ("sim:match", 0.0, ())
    assert draft.remembered(chosen).decks[:2] == ("kettle_clans", "lanternmarch")
    brawl = Draft.of(Settings(game="brawl"))
    assert [each.deck for each in brawl.lesson.seats] == [each.deck for each in brawl.seats]


def test_the_table_begins_with_the_game_or_only_measures():
    draft = Draft.of(Settings(camera="usb:0"))
    assert draft.measuring.game is None
    wanted = draft.wanted(Path("new.signum"), Language.ENGLISH)
    assert wanted.game == Path("new.signum")
    assert wanted.beginning == draft.beginning(Language.ENGLISH)


def test_decks_are_told_by_name_and_hero_and_bad_files_by_their_fault(tmp_path):
    assert deck_seen("lanternmarch", GAME.shelf, Language.RUSSIAN).name == "Фонарная марка"
    assert deck_seen("lanternmarch", GAME.shelf, Language.ENGLISH).leader
    bad = tmp_path / "mine.deck.toml"
    bad.write_text("hero = 7\n", encoding="utf-8")
    assert deck_seen(str(bad), GAME.shelf, Language.ENGLISH).fault
    assert deck_seen(str(tmp_path / "gone.deck.toml"), GAME.shelf, Language.ENGLISH).fault


def test_time_limits_strictness_and_models_go_with_the_game():
    hero = BoundMiniature("A", "skirmish/maud_averill")
    draft = replace(Draft.of(Settings(limit_s=5400.0, each_s=1200.0)), known={"a5": hero})
    beginning = draft.beginning(Language.ENGLISH, Strictness.TEACH)
    assert (beginning.limit_s, beginning.each_s, beginning.strictness) == (5400.0, 1200.0, Strictness.TEACH)
    assert dict(beginning.models.shown) == {"a5": Miniature("A", "skirmish/maud_averill")}
    assert Draft.of(draft.remembered(Settings())).each_s == 1200.0
    assert Draft.of(Settings()).beginning(Language.ENGLISH).limit_s == 0
