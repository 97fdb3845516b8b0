"""A game on hexes without a camera: cells are touched, and models come along on the drawn mat."""

from companion.games import contract
from companion.games.registry import game_called
from companion.games.warseer.model.steps import HeroStep
from companion.record.record import Record
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.phones.played_table import NOON, SEED, setup
from tests.tablet.setup.test_another_game_setup import key
from tests.tablet.visitor import until

GAME = game_called("warseer")


def played(path, ends):
    """A Duel that was played at random until it came to a moment."""
    record = Record.create(path, GAME, setup("warseer"), lambda: NOON, seed=SEED)
    chance = contract.chance_of(1)
    while not ends(record.state):
        record.do(contract.next_command(GAME, record.state, chance))
    record.close()


def test_heroes_who_are_deployed_by_touches_stand_there_until_taken_back(at_start, tmp_path):
    path = tmp_path / "game.warseer"
    played(path, lambda state: isinstance(state.top, HeroStep))

    async def act(visitor):
        from companion.tablet.mat.cell_touch import lit_cells  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.window.shell import TableRequest  # noqa: PLC0415 (likewise)

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.open_table(TableRequest(NO_CAMERA, game=path))
        await visitor.page("TablePage")
        lit = frozenset()

        def newly_lit():
            """The cells that are lit for the next Hero, no longer those for the one before."""
            now = lit_cells(shell.view.play) if shell.view and shell.view.play else frozenset()
            return now if now != lit else frozenset()

        for number in (1, 2):  # both Heroes
            lit = await until(newly_lit)
            touched = min(lit)
            touch(visitor, touched)
            await until(lambda number=number: len(shell.view.pieces) == number)
            grid = shell.view.play.board.grid
            places = [grid.cell_at(each.base.centre) for each in shell.view.pieces]
            assert touched in places
        await takes_back(visitor)
        await until(lambda: len(shell.view.pieces) == 1)

    async def takes_back(visitor):
        """The key at the foot asks for it; both agree on the card that comes up."""
        from companion.tablet.game.undo_card import UndoCard  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        def cards():
            page = visitor.shell.page
            return [each for each in page.walk() if isinstance(each, UndoCard) and each.data.undoing == undoing()]

        def undoing():
            return visitor.shell.view.play.undoing

        await until(lambda: not key(visitor.shell.page, "Undo").disabled)
        visitor.finger.press(key(visitor.shell.page, "Undo"))
        for number in (0, 1):
            await until(lambda: undoing() and cards())
            asked = undoing()
            visitor.finger.press(cards()[0].ids.row.children[::-1][number])
            await until(lambda asked=asked: undoing() != asked)

    def touch(visitor, cell):
        mat = visitor.shell.page.table_view.ids.mat
        at = visitor.shell.view.play.board.grid.centre(cell)
        visitor.finger.tap(*mat.to_window(*mat.plan.to_screen(at.x_mm, at.y_mm)))

    at_start(act, Settings(language=Language.ENGLISH, sounds=False, animations=False))
