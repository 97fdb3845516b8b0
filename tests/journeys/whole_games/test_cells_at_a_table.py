"""A game on cells, found through the registry, at a simulated table whose bought board lies askew.

The board is learned by the command from a picture of three bases; then a whole match is played: models are carried by
hands, dice are thrown, all else is touched.
"""

import math
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from companion.games.registry import games
from companion.geometry import MatPoint
from companion.geometry.grid import Cell
from companion.referee.api.placement import PlacementState
from companion.texts import Language, say
from tests.games.gatecrash.installed import install
from tests.journeys.record_comparison import CAMERA, settled
from vision import read_table
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.scene.script import PiecePose
from vision.table_file import format_table

ASKEW = CAMERA.replace("sim:match", "sim:askew")
LEARNED = {"a1": (0, -2), "a2": (3, -3), "b1": (-2, 3)}
"""Bases that are laid on the board, and the cells that they are laid on."""
HAND_MM = {"a1": (0.3, -0.4), "a2": (-0.5, 0.1), "b1": (0.2, 0.4)}
SWORD, SHIELD = 1, 6
"""What a die shows that has three swords and three shields."""
APART_MM = 40.0
"""From the middle of one base to that of another in the same cell."""
PACE = 8.0


def found(site):
    """Lets the registry find the game."""
    sys.path.insert(0, site)
    games.cache_clear()


@pytest.fixture
def site(tmp_path):
    site = tmp_path / "site"
    install(site)
    found(str(site))
    yield str(site)
    sys.path.remove(str(site))
    games.cache_clear()


def photographed(folder: Path) -> SimulatedTable:
    """A picture of the board with three bases on it, and a table file that says nothing of a board."""
    table = simulated_table("askew")
    grid, start = table.layout.grid, dict(table.scene.start)
    for base, cell in LEARNED.items():
        (x_mm, y_mm), (dx_mm, dy_mm) = grid.centre_mm(cell), HAND_MM[base]
        start[base] = PiecePose(x_mm + dx_mm, y_mm + dy_mm, 0.4)
    laid = SimulatedTable(replace(table.scene, start=tuple(start.items())))
    cv2.imwrite(str(folder / "board.png"), laid.render(0.0))
    (folder / "table.toml").write_text(format_table(replace(table.layout, grid=None)), encoding="utf-8")
    return table


def learn(folder: Path, *more: str) -> int:
    named = [word for base, (q, r) in LEARNED.items() for word in ("--cell", f"{base}={q},{r}")]
    return main(
        [
            "learn-board",
            str(folder / "board.png"),
            "--table",
            str(folder / "table.toml"),
            "--kind",
            "hex",
            *named,
            *more,
        ]
    )


async def plays_gatecrash(person, site, pictures, turned_deg):
    """A match from the set-up to its end; what was done wrong on the mat is told on the screen, and put back."""
    found(site)
    table = CellTable(person, pictures)
    await table.begins("Gatecrash")

    assert math.degrees(person.view.grid.turned_rad) == pytest.approx(turned_deg), "the board is not the learned one"

    await table.plays_a_card("A")
    await table.put("A:1", Cell(-3, 2))
    await table.is_refused("A:1", "over free cells to a free one")
    await table.put_beside("A:1", "A:2")
    await table.is_refused("A:1", told("cell.occupied"))
    await table.put_at("A:1", MatPoint(40.0, 300.0))
    await table.is_refused("A:1", told("cell.beside"))
    await table.puts_back("A:1")
    await table.put("B:1", Cell(0, 1))
    await table.is_sent_back("B:1")
    await table.puts_back("B:1")
    one, other = Cell(0, -1), Cell(-1, -1)
    await table.put_at("A:1", between(table.grid, one, other))
    await table.is_asked("A:1", one, other)

    while not person.match.is_over:
        await table.takes_a_turn()
    winner = dict(person.play.players)[person.state.outcome]
    await person.until(lambda: f"The game is over, won by {winner}" in table.words(), "told who won")
    table.keep("over")


class CellTable:
    """The printed board under the hands, and what the screen says of it."""

    def __init__(self, person, pictures):
        self.person, self.grid, self._pictures = person, simulated_table("askew").layout.grid, pictures
        self._stood = {}

    async def begins(self, game):
        person = self.person
        start = await person.page("StartPage")
        camera = await person.leads_to(start.keys["new"], "CameraStep")
        await person.until(lambda: camera.picture.texture is not None, "shown what the camera sees")
        players = await person.leads_to(camera.next, "PlayersStep")
        chosen = next(each for each in players.walk() if getattr(each, "sign", "") == "♟")
        page = await person.leads_to(chosen, "GamePage")
        players = await person.leads_to(await person.key(game, page), "PlayersStep")
        await person.leads_to(players.begin, "TablePage")
        await person.at_table(PACE)
        await person.until(lambda: person.play.standing.agrees, "seen where it is")

    def words(self):
        """All that stands on the game's page and over the mat."""
        shown = *self.person.column.walk(), *self.person.player.ids.cards.walk()
        return " ".join(str(getattr(each, "text", "")) for each in shown)

    def keep(self, name):
        """Keeps a picture of the screen where pictures are wanted."""
        if self._pictures:
            from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

            picture_of(self.person.shell.root).save(Path(self._pictures) / f"cells-{name}.png")

    async def plays_a_card(self, seat):
        """Plays the highest card of those that the player is shown."""
        person = self.person
        await person.takes(seat)
        form = await person.found(lambda: next(iter(person.forms("play")), None), f"cards of {seat}")
        choices = form.data.offer.inputs[0].choices
        await person.does(seat, "play", card=max(choices, key=lambda each: each.label).value)
        await person.found(lambda: next(iter(person.forms("run")), None), "asked who runs")

    async def put(self, piece, cell):
        await self.put_at(piece, MatPoint(*self.grid.centre_mm(cell)))

    async def put_beside(self, piece, other):
        """Into the cell of another one, which makes room without leaving it."""
        lies = self.person.hands_of.lies(self.person.model(other))
        self.person.hands_of.knock({self.person.model(other): MatPoint(lies.x_mm, lies.y_mm + APART_MM / 2)})
        await self.put_at(piece, MatPoint(lies.x_mm, lies.y_mm - APART_MM / 2))

    async def put_at(self, piece, at):
        """A hand puts a model somewhere; where it was comes to mind."""
        person = self.person
        self._stood.setdefault(piece, person.hands_of.lies(person.model(piece)))
        await person.carries(piece, at.x_mm, at.y_mm)

    async def puts_back(self, piece):
        at = self._stood.pop(piece)
        await self.person.carries(piece, at.x_mm, at.y_mm)
        await self.person.until(
            lambda: self.person.play.standing.agrees and not self.cards(piece), f"{piece} back in its place"
        )

    async def is_refused(self, piece, why):
        """A card says why, in words, and nothing on it takes the model there."""
        await self.person.until(lambda: why in self.words(), f"told why: {why}")
        self.keep(f"refused-{re.sub('[^a-z]', '-', why)}")
        assert [each.proposal.possible for each in self.cards(piece)] == [False]
        assert self.person.ghost(piece) is None, "one card says it"

    async def is_sent_back(self, piece):
        """A card says that the model of whose turn it is not goes back."""
        await self.person.found(lambda: self.person.ghost(piece), f"{piece} sent back")
        self.keep("sent-back")
        assert not self.cards(piece)

    async def is_asked(self, piece, *cells):
        """A model between two cells: both are offered, and the second is confirmed."""
        person = self.person
        grid = person.play.board.grid
        sentences = [say(Language.ENGLISH, "mat.in_cell", name=grid.name(cell)) for cell in cells]
        await person.until(lambda: all(each in self.words() for each in sentences), f"asked about {sentences}")
        self.keep("between")

        def key():
            return next((each.ids.row.children[-1] for each in self.cards(piece) if sentences[1] in each.text), None)

        await person.touches(key, f"the key of {sentences[1]}")
        self._stood.clear()
        await person.until(lambda: self._turn() == 2, "the next turn")
        assert person.state.runners[piece] == cells[1]

    async def touches(self, piece, cell):
        """A finger touches a lit cell; which runner goes there is asked where both may."""
        person, before = self.person, self.person.version
        mat = person.shell.page.table_view.ids.mat
        person.finger.tap(*mat.to_window(*mat.plan.to_screen(*self.grid.centre_mm(cell))))
        sheet = person.shell.page.table_view.pieces
        await person.until(lambda: sheet.parent is not None or person.version != before, "asked who, or done")
        if sheet.parent is not None:
            self.keep("which")
            await person.press(await person.key(f"Move {person.play.standing.of(piece).name}", sheet))
        await person.until(lambda: person.state.runners[piece] == cell, f"{piece} in {cell}")
        await person.until(
            lambda: person.play.standing.of(piece).how is PlacementState.IN_PLACE, f"{piece} carried to {cell}"
        )

    def cards(self, piece):
        return [each for each in self.person.cards("ProposalCard") if each.proposal.of == piece]

    async def takes_a_turn(self):
        """Plays a card and carries the runner that comes nearest to the gate; throws the die if one is owed."""
        person = self.person
        seat = person.play.shown.sheet.active
        turn = self._turn()
        await self.plays_a_card(seat)
        gate = Cell(-1, 3) if seat == "A" else Cell(1, -3)
        runs = [
            (form.data.offer.fixed["piece"], Cell(*map(int, choice.value.split(","))))
            for form in person.forms("run")
            for choice in form.data.offer.inputs[0].choices
        ]
        piece, cell = min(runs, key=lambda run: steps(run[1], gate))
        self.keep(f"turn-{turn}")
        if seat == "A":
            await self.put(piece, cell)
            self._stood.clear()
            await person.confirms(piece)
        else:
            await self.touches(piece, cell)
        await person.until(lambda: self._owed() or self._turn() != turn or person.match.is_over, "what came of it")
        if roll := self._owed():
            await person.throws(roll.seat, SWORD if roll.seat == "A" else SHIELD)
            await person.until(lambda: self._turn() != turn or person.match.is_over, "the next turn")

    def _owed(self):
        return next((each for each in self.person.play.throw.rolls if each.owed), None)

    def _turn(self):
        return self.person.play.shown.sheet.number


def told(key):
    """What the program says of a model, after its name."""
    return say(Language.ENGLISH, f"mat.{key}", name="").strip()


def between(grid, one, other):
    (x_mm, y_mm), (to_x_mm, to_y_mm) = grid.centre_mm(one), grid.centre_mm(other)
    return MatPoint((x_mm + to_x_mm) / 2, (y_mm + to_y_mm) / 2)


def steps(one, other):
    q, r = other.minus(one)
    return max(abs(q), abs(r), abs(q + r))


def test_a_match_on_a_learned_board_is_played_by_hands_and_verified(stage, site, tmp_path, capsys):
    photographed(tmp_path)
    assert learn(tmp_path) == 0
    settled(tmp_path, camera=ASKEW, table=str(tmp_path / "table.toml"))
    learned = read_table(tmp_path / "table.toml").grid
    pictures = os.environ.get("COMPANION_SCREENS", "")
    stage.play(plays_gatecrash, tmp_path, site=site, pictures=pictures, turned_deg=learned.turned_deg)
    (record,) = (tmp_path / "games").glob("*.gatecrash")
    capsys.readouterr()
    assert main(["verify", str(record)]) == 0
    assert "as it was written" in capsys.readouterr().out
    assert main(["replay", str(record)]) == 0
    assert "through the gate, or alone on the board" in capsys.readouterr().out
    assert main(["export", str(record), "--to", "html", "--out", str(tmp_path / "report.html")]) == 0
    assert "runner 1 of Player A" in (tmp_path / "report.html").read_text(encoding="utf-8")
