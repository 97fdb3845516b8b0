"""What a finger has in hand on a drawn mat: the model that the game asks for, from when the table knows it."""

from dataclasses import replace

from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.tablet.prepared_games import come_to


def test_what_is_asked_for_before_the_mat_was_looked_at_is_taken_once_it_was(newly, tmp_path):
    path = tmp_path / "game.signum"
    come_to("hero")(path)

    async def act(one):
        from companion.tablet.window.shell import TableRequest  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

        shell = one.shell
        shell.open_table(TableRequest(NO_CAMERA, game=path))
        await one.until(lambda: one.keys("touch its new place"), "a model in hand")
        hand, view = shell.page.hand, shell.view
        wanted, play = hand.taken, view.play
        hand.show(replace(view, play=replace(play, zones=())))
        assert hand.taken == "", "nothing is asked for"
        hand.show(replace(view, play=replace(play, standing=replace(play.standing, all=()))))
        assert hand.taken == "", "it is not known yet which model that is"
        hand.show(view)
        assert hand.taken == wanted

    newly(act, Settings(language=Language.ENGLISH, sounds=False, animations=False, guided=True))
