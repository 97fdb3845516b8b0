"""How far a guided game has come: the signs in a view, and the bubble that is shown. Knows nothing of Kivy."""

from collections.abc import Iterable, Iterator

from companion.games.display.guide import GuideStep, is_among
from companion.games.display.offers import Offer
from companion.referee import GameScreen, PlacementState, View
from companion.referee.screen.player_screen import PlayerScreen, TaskShown
from companion.tablet.data.wording import GONE


def signs_of(view: View) -> frozenset[str]:
    """The signs that a view has, as `companion.games.display.guide` explains them; none without a game."""
    return frozenset() if view.play is None else frozenset(_signs(view, view.play))


def _signs(view: View, play: GameScreen) -> Iterator[str]:
    for seat in play.seats:
        yield from _asked(play.tasks_of(seat))
        for group in play.groups_of(seat):
            yield from _offered(each.offer for each in group.offers)
    if play.own_shown is not None:
        yield from _offered(_of_cards(play.own_shown))
    yield from {f"said:{line.key}" for line in play.log}
    yield from (f"newest:{line.key}" for line in play.log[-1:])
    yield from (f"turn:{number + 1}" for number in range(sum(line.kind == "turn" for line in play.log)))
    possible = [each for each in play.proposals if each.possible]
    yield from (f"meant:{each.kind}" for each in possible)
    yield from (f"asks:{each.kind}" for each in possible if each.asks)
    yield from (f"then:{follow.spec.kind}" for each in possible for follow in each.then)
    facts = {
        "zone": any(each.asked for each in play.zones),
        "model": any(piece.state not in GONE for piece in view.pieces),
        "roll": any(each.owed for each in play.throw.rolls),
        "result": any(each.over for each in play.results),
        "measured": any(each.whys for each in play.log) or any(each.whys for each in play.proposals),
        "undo": bool(play.log),
        "undoing": play.undoing is not None,
        "undone": play.redoable,
        "refused": any(not each.possible for each in play.proposals),
        "misplaced": any(
            each.ghost and not each.fits and each.how is not PlacementState.MOVING for each in play.standing.all
        ),
        "over": bool(play.shown.outcome),
    }
    yield from (sign for sign, there in facts.items() if there)


def _asked(tasks: Iterable[TaskShown]) -> Iterator[str]:
    for task in tasks:
        yield f"asked:{task.step or task.key}"
        yield from _offered(each.offer for each in task.offers)


def _offered(offers: Iterable[Offer]) -> Iterator[str]:
    yield from (f"offer:{each.kind}" for each in offers)


def _of_cards(shown: PlayerScreen) -> Iterator[Offer]:
    return (each.offer for holding in shown.holdings for card in holding.cards for each in card.offers)


class GuideProgress:
    """Which steps were taken, as far as the views told; what was learned once is not taught again after an undo."""

    def __init__(self, steps: tuple[GuideStep, ...], taken: Iterable[str] = ()) -> None:
        """Begins where it was left.

        Args:
            steps: Of the game.
            taken: Keys of those that were taken before; where nothing is left to show, it begins anew.
        """
        self._steps = steps
        self._done = {step.key for step in steps} & set(taken)
        if self.over:
            self._done.clear()
        self._now: GuideStep | None = None

    @property
    def now(self) -> GuideStep | None:
        """The bubble that is shown; None while none fits what goes on."""
        return self._now

    @property
    def over(self) -> bool:
        """Whether nothing is left to show."""
        return all(step.key in self._done for step in self._steps if not step.optional)

    @property
    def taken(self) -> tuple[str, ...]:
        """The keys of the steps that were taken, in the order of the guide."""
        return tuple(step.key for step in self._steps if step.key in self._done)

    def see(self, signs: frozenset[str]) -> None:
        """Follows a view.

        Args:
            signs: All that it has, with those of the screen itself.
        """
        self._done |= {step.key for step in self._steps if any(is_among(each, signs) for each in step.until)}
        self._now = next((step for step in self._steps if self._fits(step, signs)), None)

    def read(self) -> None:
        """The bubble was read: one that waits for nothing, or for what need not be done."""
        if self._now is not None and (self._now.optional or not self._now.until):
            self._done.add(self._now.key)
            self._now = None

    def _fits(self, step: GuideStep, signs: frozenset[str]) -> bool:
        if step.key in self._done:
            return False
        if step.last and any(each.key not in self._done for each in self._steps if not (each.optional or each.last)):
            return False
        return step.fits(signs)
