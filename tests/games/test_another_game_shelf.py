"""A game that the program has never seen is set up, printed for and thrown for; a bare one, and one with a shelf."""

import json
from contextlib import closing
from random import Random

import pytest

from companion.cli import main
from companion.games.defaults.completed import completed
from companion.games.defaults.shelf import PlainShelf
from companion.games.options import Option, OptionValue
from companion.games.registry import Games, games
from companion.games.shelf import BaseSize, Datum, DieKind, Prints, SeatPlan
from companion.geometry.grid import GridKind, centred_board, columns_and_rows
from companion.record.record import Record
from companion.record.script import ScriptError, parse
from companion.referee.dice.kinds import dice_of, dice_set_called, set_names
from companion.referee.errors import SetupError
from companion.referee.history.scripts import played
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.lobby.open_table import TableRequest, prepared
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.saved_games import files
from companion.tablet.data.settings import Settings, load, save
from companion.tablet.data.setup_draft import Draft
from companion.texts import Language
from tests.games.toy import CELLS, Go, Seat, Setup, Toy
from vision.dice import UnknownDiceSetError

pytestmark = pytest.mark.slow

NOON = "2026-11-22T12:00:00Z"
MAT_MM = (600.0, 600.0)
SCRIPT = """---
game = "bare"
seats = [{ id = "A", name = "Ann" }, { id = "B", name = "Bob" }]
---
A go to=1
B go to=1 -> refused T-2
= A cells.A 1
"""


class ToyShelf(PlainShelf):
    """Two or three at the table, on squares, with red and blue dice."""

    seat_ids = ("A", "B", "C")

    def options(self, language):
        size = OptionValue("small", "Small"), OptionValue("big", "Big")
        extras = OptionValue("rain", "Rain"), OptionValue("night", "Night")
        return (
            Option("size", "How big", size, ("small",), about="of the board", bears_on=frozenset({"prints"})),
            Option("extras", "", extras, several=True, left_out="Without", taken="With"),
        )

    def summary(self, chosen, language):
        return chosen["size"][0], ""

    def sentence(self, chosen):
        return f"{chosen['size'][0]} board{''.join(f', {each}' for each in chosen['extras'])}"

    def edition(self, chosen):
        return "second"

    def seats(self, chosen):
        return tuple(map(SeatPlan, self.seat_ids[: 3 if chosen["size"] == ("big",) else 2]))

    def needs(self, language):
        return (Datum("heights", "how high the hills are.", "Measure them before the game."),)

    def dice(self):
        return {"red": DieKind(("hit", "miss") * 3, "red"), "blue": DieKind(("wave", "miss") * 3, "blue")}

    def prints(self, chosen, language):
        small = chosen["size"] == ("small",)
        cells = columns_and_rows(GridKind.SQUARE, 4 if small else 8, 4)
        board = centred_board(GridKind.SQUARE, 60.0, cells, MAT_MM)
        return Prints((BaseSize("pawn", "Pawn", 25.0),), {"Step": 60.0}, board=board)


class ShelvedToy(Toy):
    name = "shelved"

    def __init__(self):
        self.shelf = ToyShelf(self)


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """Both are installed beside the program's own game."""
    signum = games()["signum"]
    known = {"bare": lambda: _named(Toy(), "bare"), "shelved": ShelvedToy, "signum": lambda: signum}
    found = Games(known)
    for module in (
        "companion.games.registry",
        "companion.tablet.setup.players_page",
        "companion.tablet.pages.game_page",
        "companion.referee.lobby.open_table",
    ):
        monkeypatch.setattr(f"{module}.games", lambda: found)
    return found


def _named(toy, name):
    toy.name = name
    return toy


def begun(tmp_path, **wanted):
    path = tmp_path / "game"
    return begin(path, NewGame(**wanted), MAT_MM, lambda: NOON), path


def test_a_bare_game_begins_with_two_seats_and_their_names(tmp_path, installed):
    said, path = begun(tmp_path, game="bare", players=("Ann", "Bob"))
    assert said == f"A new game begins in {path}: Ann, Bob."
    with closing(Record.open(path, installed, lambda: NOON)) as record:
        assert record.setup.seats == (Seat("A", "Ann"), Seat("B", "Bob"))
        assert record.setup.seed_hash
        record.do(Go(by="A", to=1))


def test_a_game_with_a_shelf_has_its_options_seats_and_edition(tmp_path, installed):
    said, path = begun(tmp_path, game="shelved", chosen={"size": ("big",), "extras": ("night",)})
    assert said.endswith("Player A, Player B, Player C; big board, night.")
    with closing(Record.open(path, installed, lambda: NOON)) as record:
        assert [seat.id for seat in record.setup.seats] == ["A", "B", "C"]
        assert next(record.entries()).edition == "second"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"game": "chess"}, "no game 'chess' here; there is bare, shelved, signum"),
        ({"game": "bare", "decks": ("lanternmarch",)}, "Bare is played without cards"),
        ({"game": "bare", "chosen": {"size": ("big",)}}, "no option 'size'; this game has none"),
        ({"game": "shelved", "chosen": {"size": ("huge",)}}, "Size cannot be 'huge'; there is small, big"),
        ({"game": "shelved", "chosen": {"size": ()}}, "Size is one of small, big"),
        ({"game": "shelved", "players": ("Ann",)}, "small is for 2 players, not 1"),
    ],
)
def test_what_a_game_does_not_have_is_said_in_a_sentence(tmp_path, wanted, words):
    with pytest.raises(SetupError, match=words) as refused:
        begun(tmp_path, **wanted)
    assert str(refused.value).endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_a_script_says_of_which_game_it_is(tmp_path):
    assert played(parse(SCRIPT), tmp_path).states[-1].cells == {"A": 1, "B": CELLS - 1}
    for written, words in (('"chess"', "no game 'chess'"), ("7", "'game' must be the name of a game")):
        with pytest.raises(ScriptError, match=f"line 2: .*{words}"):
            played(parse(SCRIPT.replace('"bare"', written, 1)), tmp_path)
    with pytest.raises(ScriptError, match=r"the setup cannot be used: .*seats"):
        played(parse(SCRIPT.replace("seats", "chairs", 1)), tmp_path)


def test_without_a_taste_anything_allowed_is_done_and_the_same_seed_does_the_same():
    def walk(seed):
        game, chance = completed(Toy()), Random(seed).randrange  # noqa: S311 (no secret)
        state, taste = game.new(Setup((Seat("A", "Ann"), Seat("B", "Bob")))), game.taste()
        for _ in range(30):
            assert taste.next(state, "B" if state.active == "A" else "A", chance) is None
            intent = taste.next(state, state.active, chance)
            (event,) = game.decide(state, Go(by=state.active, to=int(intent.values["to"][0])))
            state = game.evolve(state, event)
        return state

    assert walk(1) == walk(1)
    assert len({str(walk(seed).cells) for seed in range(8)}) > 1


def test_sheets_have_the_games_own_sizes_rulers_and_board(tmp_path, capsys):
    assert main(["print", "bases", "--game", "shelved", "--base", "ann:pawn:A", "--out", str(tmp_path / "own")]) == 0
    assert main(["print", "rulers", "--game", "shelved", "--out", str(tmp_path / "own")]) == 0
    assert main(["print", "board", "--game", "shelved", "--out", str(tmp_path / "own")]) == 0
    table = (tmp_path / "own" / "table.toml").read_text(encoding="utf-8")
    assert "radius_mm = 12.5" in table
    assert 'kind = "square"' in table
    assert main(["print", "bases", "--game", "bare", "--out", str(tmp_path / "bare")]) == 0
    capsys.readouterr()
    for words, said in (
        (["bases", "--game", "shelved", "--base", "ann:small"], "with the size pawn, for example greer:pawn:A"),
        (["rulers", "--game", "bare"], "nothing is measured with rulers in the game bare"),
        (["cards", "--game", "bare"], "Bare is played without cards"),
    ):
        assert main(["print", *words, "--out", str(tmp_path / "no")]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1


def test_bases_that_are_too_small_for_their_tags_are_refused(tmp_path, capsys):
    words = ["bases", "--game", "shelved", "--base", "ann:pawn:A", "--tag-mm", "20", "--out", str(tmp_path / "no")]
    assert main(["print", *words]) == 2
    assert (
        "a base of 25 mm is too small for tags of 20 mm, which need a base of more than 26.6" in capsys.readouterr().err
    )
    assert not (tmp_path / "no").exists()


def test_without_a_table_file_the_bases_are_those_of_the_game(tmp_path):
    def radii(**more):
        setup = prepared(TableRequest(NO_CAMERA, game=tmp_path / "game", **more))
        return {base.radius_mm for base in setup.layout.bases}

    assert radii(beginning=NewGame(game="shelved")) == {12.5}
    begun(tmp_path, game="shelved")
    assert radii() == {12.5}
    (tmp_path / "game").unlink()
    assert radii() == {16.0, 24.0, 30.0}, "the first game's, where nobody knows"


def test_commands_about_cards_are_for_games_with_cards(capsys):
    assert main(["cards", "new", "--game", "bare"]) == 2
    assert capsys.readouterr().err == "companion cards: Bare is played without cards\n"
    with pytest.raises(SystemExit) as ended:
        main(["cards", "new", "--game", "chess"])
    assert ended.value.code == 2
    assert "there is no game 'chess' here; there is bare, shelved, signum" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--decks", "lanternmarch"], ["--pack", "mine.toml"], ["--cardboard"], ["--cardboard", "Ann"]]
)
def test_a_game_without_cards_refuses_what_is_about_cards_in_a_sentence(tmp_path, capsys, words):
    assert main(["play", "--camera", "none", "--game", str(tmp_path / "new.bare"), "--which", "bare", *words]) == 2
    assert capsys.readouterr().err == f"companion play: Bare is played without cards; leave {words[0]} out.\n"
    assert list(tmp_path.iterdir()) == []


def test_each_game_keeps_what_was_chosen_for_it(tmp_path):
    path = tmp_path / "settings.toml"
    signum = Settings(chosen={"edition": ("ru",)}, decks=("lanternmarch",), symbols=("axe",) * 6)
    toy = signum.with_game("shelved")
    assert (toy.chosen, toy.decks, toy.symbols) == ({}, (), ())
    save(path, Draft.of(toy).with_choice("size", "big").with_choice("extras", "rain", "night").remembered(toy))
    again = load(path)
    assert again.parts == ()
    assert again.settings.chosen == {"size": ("big",), "extras": ("rain", "night")}
    back = again.settings.with_game("signum")
    assert (back.chosen, back.decks, back.symbols) == (signum.chosen, signum.decks, signum.symbols)
    assert back.with_game("shelved").chosen == again.settings.chosen


def test_settings_of_a_game_that_is_gone_are_those_of_the_first(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('game = "chess"\nlight = true\n"chess.clock" = "slow"\n', encoding="utf-8")
    loaded = load(path)
    assert (loaded.settings.game, loaded.settings.light, loaded.parts) == ("signum", True, ("game",))
    assert loaded.settings.strange == {"chess.clock": "slow"}


def test_a_draft_of_a_game_without_cards_brings_no_decks():
    draft = Draft.of(Settings(players=("Ann",), cardboard=("A",)).with_game("shelved")).with_choice("size", "big")
    assert draft.names(Language.ENGLISH) == ("Ann", "Player B", "Player C")
    beginning = draft.beginning(Language.ENGLISH)
    assert (beginning.game, beginning.decks, beginning.cardboard) == ("shelved", (), None)
    assert draft.things == ()


def test_the_dice_of_each_game_are_a_set_that_a_camera_can_read(monkeypatch, installed):
    monkeypatch.setattr("companion.referee.dice.kinds.games", lambda: installed)
    assert dice_of("signum").faces == ("bullseye", "bullseye", "axe", "axe", "shield", "shield")
    assert {name: kind.colour for name, kind in dice_of("shelved").kinds.items()} == {"red": "red", "blue": "blue"}
    assert dice_set_called("", "bare").name == "pips"
    assert dice_set_called("signum-pips", "bare") == dice_of("signum")
    assert set_names() == ("pips", "shelved-pips", "signum-pips", "symbols", "symbols-coded")
    for name in ("chess-pips", "d20"):
        with pytest.raises(UnknownDiceSetError, match=f"'{name}'; known are pips, shelved-pips, signum-pips, symbols"):
            dice_set_called(name)


NEEDS = "You have to supply: how high the hills are. Measure them before the game."


def test_the_games_are_listed_with_what_their_players_have_to_supply(capsys):
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["bare: Bare", "shelved: Shelved", f"    {NEEDS}", "signum: Legends of Signum"]
    assert main(["games", "--json", "--language", "uk"]) == 0
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert found["shelved"]["needs"].startswith("Потрібно підготувати самим: ")
    assert found["signum"]["needs"] == ""


@pytest.mark.parametrize(("game", "shown"), [("signum", True), ("bare", False)])
def test_only_a_game_with_cards_offers_decks(capsys, game, shown):
    with pytest.raises(SystemExit):
        main(["play", "--which", game, "--help"])
    told = capsys.readouterr().out
    assert [each in told for each in ("--decks", "--pack", "--cardboard", "lanternmarch")] == [shown] * 4
    assert "--which" in told


def test_records_of_every_game_are_found_among_those_that_were_saved(tmp_path, monkeypatch, installed):
    monkeypatch.setattr("companion.tablet.data.saved_games.games", lambda: installed)
    for ending in (".signum", ".bare", ".shelved", ".txt"):
        (tmp_path / f"ours{ending}").touch()
    assert {each.suffix for each in files(tmp_path)} == {".signum", ".bare", ".shelved"}
