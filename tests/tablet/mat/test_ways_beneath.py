"""The way of a model is drawn beneath the models: it hides no ring, and nothing that is written on one."""

from dataclasses import replace

import numpy as np

from companion.games.command import SPECTATOR
from companion.games.display.sheets import Sheet
from companion.geometry import Answer, Base, Mat, MatPoint, Scene, Verdict, shortest_path
from companion.referee.api.placement import MatState
from companion.referee.api.proposal import Proposal
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.player_screen import OpenSeat, PlayerScreen
from tests.tablet.mat.test_mat_touches import at_mat
from tests.tablet.still_referee import pixels
from tests.tablet.views import view_of
from tests.tablet.zones import there

__all__ = ["at_mat"]  # a fixture
FROM, TO = MatPoint(60.0, 150.0), MatPoint(240.0, 150.0)
"""Between them stands a model, over which the straight way is drawn."""
PASSED = MatPoint(150.0, 150.0)


def test_a_way_that_leads_over_a_model_does_not_cut_its_ring(at_mat):
    way = shortest_path(Scene(Mat(), (Base("wren", FROM, 16.0, "A"),)), "wren", TO)
    went = Proposal(
        "p",
        "A",
        "move",
        "A:2",
        "wren",
        (),
        TO,
        FROM,
        way,
        Verdict(Answer.YES, 180.0, 300.0, 0.2, "path"),
        text="Moved.",
    )

    async def act(player, screen):
        mat = player.ids.mat

        async def shown(*proposals):
            seats = OpenSeat("A", "Ann", "disc"), OpenSeat("B", "Bob", "diamond")
            play = GameScreen(
                (("A", "Ann"), ("B", "Bob")),
                PlayerScreen(Sheet(SPECTATOR, ())),
                seats=seats,
                standing=MatState((there("A:1", "greer", PASSED), there("A:2", "wren", TO))),
                proposals=proposals,
            )
            view = replace(view_of(), play=play)
            screen.show(view)
            await player.sees(lambda newest: newest is view)
            picture = pixels(mat)[::-1, :, :3].astype(int)  # without the card that asks
            near = []
            for x_mm in (PASSED.x_mm - 16.0, PASSED.x_mm + 16.0, PASSED.x_mm - 60.0):
                x, y = (
                    round(at - begin) for at, begin in zip(mat.plan.to_screen(x_mm, PASSED.y_mm), mat.pos, strict=True)
                )
                near.append(picture[y, x])
            return near

        before, after = await shown(), await shown(went)
        changed = [np.abs(one - other).max() > 30 for one, other in zip(before, after, strict=True)]
        assert changed == [False, False, True], "the ring to the left and right, and the way beside it"

    at_mat(act)
