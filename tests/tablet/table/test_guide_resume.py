"""A guided game that was left goes on with the step at which the guide stood, and not at one taken long ago."""

from companion.referee.virtual_mat.mat_file import MatFile, mat_beside
from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.visitor import until

TAKEN = ("why", "keep", "melee", "dice", "result")


def test_the_guide_goes_on_where_it_was_after_the_program_was_started_again(at_start, tmp_path):
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "practice.signum"
    moment("acting").record(game).close()
    MatFile(mat_beside(game), "sim:match").write({})

    async def shown(visitor):
        visitor.shell.go_on(game)
        page = await visitor.page("TablePage")
        return await until(lambda: page.guide and page.guide.step)

    async def first(visitor):
        assert (await shown(visitor)).key == "melee"

    async def later(visitor):
        assert (await shown(visitor)).key not in TAKEN
        kept = load(visitor.shell.services.settings_file).settings
        assert set(TAKEN) < set(kept.guide_taken), "what the game has shown by now is taken, too"

    usual = Settings(language=Language.ENGLISH, sounds=False)
    at_start(first, usual)
    at_start(later, Settings(language=Language.ENGLISH, sounds=False, guide_game=str(game), guide_taken=TAKEN))
    at_start(first, Settings(language=Language.ENGLISH, sounds=False, guide_game="another", guide_taken=TAKEN))
