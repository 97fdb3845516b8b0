"""Hands that carry models after their pieces on a board of cells: after a touch, a push, and what a card does."""

from collections.abc import Callable

from companion.geometry import MatPoint
from companion.referee import BindModel, IntentBody, View
from companion.tablet.data.followed import Carried, Follower

ModelFinder = Callable[[str, float, frozenset[str]], str]
"""A free model of a player with bases of a radius, given those that are taken; raises KeyError where there is none."""


class FollowingHand:
    """Carries models where the record has their pieces; one of a piece without a model comes from beside the mat."""

    def __init__(
        self,
        put: Callable[[str, MatPoint], object],
        take_away: Callable[[str], object],
        model: ModelFinder,
        submit: Callable[[IntentBody], None],
    ) -> None:
        """Prepares.

        Args:
            put: Puts a model somewhere.
            take_away: Takes one off the mat.
            model: Finds a model that is free.
            submit: Hands an intent to the table.
        """
        self._put, self._take_away, self._model, self._submit = put, take_away, model, submit
        self._follower = Follower()
        self._bound: dict[str, str] = {}

    def show(self, view: View) -> None:
        """Follows what has changed since the last view."""
        if view.play is not None:
            for carried in self._follower.follow(view.play):
                self._follow(carried, frozenset(each.base for each in view.play.standing.all))

    def _follow(self, carried: Carried, standing: frozenset[str]) -> None:
        if carried.to is None:
            self._bound.pop(carried.of, None)
            self._take_away(carried.base)
            return
        base = carried.base
        if not base:
            taken = standing | frozenset(self._bound.values())
            try:
                base = self._bound[carried.of] = self._model(carried.controller, carried.radius_mm, taken)
            except KeyError:
                return
            self._submit(BindModel(carried.of, base, silent=True))
        self._put(base, carried.to)
