"""A game is begun with shipped decks, or with what players bring; what does not fit together is said in a sentence."""

import pytest

from companion.cards import CardsError
from companion.games.signum.game import Signum
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Variant
from companion.games.signum.shelf.shelf import SignumShelf
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.shuffle import SEED_BYTES, commitment
from companion.record.verification import verify
from companion.referee.errors import SetupError
from companion.referee.lobby.new_game import NewGame, begin, check, setup_of

SHIPPED = SignumShelf.usual_decks
MAT_MM = (600.0, 600.0)
NOON = "2026-11-21T12:00:00Z"
GAMES = {"signum": Signum()}


def now():
    return NOON


def test_two_players_begin_with_the_shipped_decks_and_a_committed_seed(tmp_path):
    path = tmp_path / "game.signum"
    sentence = begin(path, NewGame(players=("Ann", "Bob")), MAT_MM, now)
    assert sentence == f"A new game begins in {path}: Ann (lanternmarch), Bob (kettle_clans); duel, rules of en."
    check(path)
    record = Record.open(path, GAMES, now)
    assert len(record.seed) == SEED_BYTES
    assert record.setup.seed_hash == commitment(record.seed)
    assert [seat.digital for seat in record.setup.seats] == [True, True]
    record.close()
    verify(path, GAMES)


def test_no_two_games_are_shuffled_alike(tmp_path):
    seeds = []
    for name in ("one", "two"):
        begin(tmp_path / name, NewGame(), MAT_MM, now)
        record = Record.open(tmp_path / name, GAMES, now)
        seeds.append(record.seed)
        record.close()
    assert seeds[0] != seeds[1]


def test_decks_of_cardboard_are_those_of_the_players_named_or_all():
    def digital(cardboard):
        setup = setup_of(NewGame(players=("Ann", "Bob"), cardboard=cardboard), MAT_MM, "")
        return [seat.digital for seat in setup.seats]

    assert [digital(None), digital(("Bob",)), digital(())] == [[True, True], [True, False], [False, False]]


def test_what_players_keep_on_cardboard_is_said_and_on_the_record(tmp_path):
    path = tmp_path / "game.signum"
    sentence = begin(path, NewGame(chosen={"on_cardboard": ("taps", "graveyards")}), MAT_MM, now)
    assert sentence.endswith("; duel, rules of en, on cardboard: taps, graveyards.")
    record = Record.open(path, GAMES, now)
    assert record.setup.rules.on_cardboard == ("taps", "graveyards")
    record.close()


@pytest.mark.parametrize(
    ("variant", "count"),
    [(Variant.BATTLE_OF_THREE, 3), (Variant.FREE_FOR_ALL, 4), (Variant.SHOULDER_TO_SHOULDER, 4)],
)
def test_more_players_begin_in_the_variants_for_them(variant, count):
    setup = setup_of(NewGame(chosen={"variant": (variant,), "edition": (Edition.RU_WEB,)}), MAT_MM, "")
    assert len(setup.seats) == count
    assert len({seat.name for seat in setup.seats}) == count


@pytest.mark.parametrize(
    ("beginning", "words"),
    [
        (NewGame(players=("Ann",)), "duel is for 2 players, not 1"),
        (NewGame(players=("Ann", "Ann")), "a name of their own"),
        (NewGame(players=("Ann", " ")), "a name of their own"),
        (NewGame(decks=SHIPPED[:1]), "2 players need 2 decks, not 1"),
        (NewGame(decks=("nobodys", SHIPPED[0])), "no deck 'nobodys'"),
        (NewGame(players=("Ann", "Bob"), cardboard=("Cid",)), "no player 'Cid'"),
    ],
)
def test_what_does_not_fit_together_is_said_and_no_file_is_left(beginning, words, tmp_path):
    with pytest.raises(SetupError, match=words):
        begin(tmp_path / "game.signum", beginning, MAT_MM, now)
    assert list(tmp_path.iterdir()) == []


def test_a_deck_that_is_not_there_is_refused_by_its_name(tmp_path):
    missing = str(tmp_path / "mine.deck.toml")
    with pytest.raises(CardsError, match=r"mine\.deck\.toml"):
        begin(tmp_path / "game.signum", NewGame(decks=(missing, SHIPPED[0])), MAT_MM, now)


def test_a_file_that_is_no_game_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ann,", encoding="utf-8")
    with pytest.raises(RecordError, match=r"letter\.txt"):
        check(tmp_path / "letter.txt")
    with pytest.raises(RecordError, match="nowhere"):
        begin(tmp_path / "nowhere" / "game.signum", NewGame(), MAT_MM, now)
