"""Which questions wait for a model that does not stand on the mat yet: phones don't offer to confirm it before."""

from collections.abc import Callable, Iterator

from companion.games.prompt import CommandSpec, Spot
from companion.referee.mat.locator import ModelLocator
from companion.referee.match.match import Match

Lacking = frozenset[tuple[str, str]]
"""Who is asked, and the key of the question."""


class PlaceWatch:
    """Compares what is asked with what stands on the mat."""

    def __init__(self, match: Match, pointing: ModelLocator, tell: Callable[[], None]) -> None:
        """Prepares.

        Args:
            match: The game in play.
            pointing: Knows the models.
            tell: To be called when something else is lacking.
        """
        self._match, self._pointing, self._tell = match, pointing, tell
        self._asked: tuple[object, tuple[tuple[str, str, CommandSpec], ...]] = (None, ())
        self.lacking: Lacking = frozenset()

    def saw(self) -> None:
        """Looks at the newest view that the locator has seen."""
        shown = self._match.shown
        if self._asked[0] is not shown:
            self._asked = shown, tuple(self._places())
        places = self._asked[1]
        lacking = frozenset((seat, key) for seat, key, spec in places if self._pointing.lacks_model(spec))
        if lacking != self.lacking:
            self.lacking = lacking
            self._tell()

    def _places(self) -> Iterator[tuple[str, str, CommandSpec]]:
        for prompt in self._match.record.game.prompts(self._match.shown):
            for spec in prompt.specs:
                if any(isinstance(field, Spot) for field in spec.fields.values()):
                    yield spec.by, prompt.key, spec
