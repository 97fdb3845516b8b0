"""Which model is whose, shown one at a time: what the mat tells from look to look. Knows nothing of Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.referee.mat.models import Models, RecordedPiece, SeenPiece, may_be

STAYS_S = 1.0
"""So long a model has to stand there alone."""


class Advice(StrEnum):
    """What is to be done next."""

    PUT = "put"
    HOLD = "hold"
    MANY = "many"
    WRONG = "wrong"
    AWAY = "away"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class ModelFinder:
    """How far it is.

    Attributes:
        things: Whose models are wanted, in order.
        models: Those known.
        at: The one that is shown next; as many as there are things once all are known.
        advice: What is to be done.
        lying: The model that stands there alone; empty for none.
        since_s: Since when it does.
        shown: Ids of the things whose models were shown here, the last one last.
        leaves: A model that was taken back and has to leave the mat first; empty for none.
    """

    things: tuple[RecordedPiece, ...]
    models: Models = field(default_factory=Models)
    at: int = 0
    advice: Advice = Advice.PUT
    lying: str = ""
    since_s: float = 0.0
    shown: tuple[str, ...] = ()
    leaves: str = ""

    @property
    def wanted(self) -> RecordedPiece | None:
        """Whose model is shown next."""
        return self.things[self.at] if self.at < len(self.things) else None

    def next_open(self, after: int = -1) -> "ModelFinder":
        """Goes on with the next one whose model is not known; after the last one comes the first."""
        count = len(self.things)
        turns = (turn % count for turn in range(after + 1, after + 1 + count))
        at = next((turn for turn in turns if not self.models.base(self.things[turn].id)), count)
        return replace(self, at=at, advice=Advice.PUT if at < count else Advice.DONE, lying="")

    def later(self) -> "ModelFinder":
        """Passes over the one that is shown."""
        return self.next_open(self.at)

    def anew(self, at: int) -> "ModelFinder":
        """Shows one of them again; its model is free until then."""
        of = self.things[at].id
        kept = {thing: base for thing, base in self.models.of.items() if thing != of}
        shown, leaves = tuple(each for each in self.shown if each != of), self.models.base(of)
        return replace(self, models=Models(kept), at=at, advice=Advice.PUT, lying="", shown=shown, leaves=leaves)

    def back(self) -> "ModelFinder":
        """Takes back the one that was shown last; the same if none was."""
        at = next((n for n, each in enumerate(self.things) if each.id in self.shown[-1:]), None)
        return self if at is None else self.anew(at)

    def seen(self, standing: Sequence[SeenPiece], now_s: float) -> "ModelFinder":
        """After another look at the mat.

        Args:
            standing: All models that stand there.
            now_s: Monotonic seconds.
        """
        if any(each.id == self.leaves for each in standing):
            return replace(self, advice=Advice.AWAY, lying=self.leaves)
        if self.leaves:
            return replace(self, leaves="", advice=Advice.PUT, lying="")
        return self._judged(standing, now_s)

    def _judged(self, standing: Sequence[SeenPiece], now_s: float) -> "ModelFinder":
        """What the models tell that stand there."""
        thing = self.wanted
        if thing is None:
            return replace(self, advice=Advice.DONE, lying="")
        free = [each for each in standing if not self.models.thing(each.id)]
        if len(free) != 1:
            return replace(self, advice=Advice.MANY if free else Advice.PUT, lying="")
        (model,) = free
        if not may_be(thing, model, {each.owner for each in self.things}):
            return replace(self, advice=Advice.WRONG, lying=model.id)
        if model.id != self.lying or self.advice is not Advice.HOLD:
            return replace(self, advice=Advice.HOLD, lying=model.id, since_s=now_s)
        if now_s - self.since_s < STAYS_S:
            return self
        models, shown = self.models.bound(thing.id, model.id), (*self.shown, thing.id)
        return replace(self, models=models, shown=shown).next_open(self.at)
