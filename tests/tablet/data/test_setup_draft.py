"""What players say of a new game becomes settings, a beginning, and the table that is opened."""

from dataclasses import replace
from pathlib import Path

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
