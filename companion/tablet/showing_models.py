"""Which model is whose, shown one at a time: what the mat tells from look to look. Knows nothing of Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.referee.models import Lying, Models, Thing, may_be

STAYS_S = 1.0
"""So long a model has to stand there alone."""


class Advice(StrEnum):
    """What is to be done next."""

    PUT = "put"
    HOLD = "hold"
    MANY = "many"
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Showing:
    """How far it is.

    Attributes:
        things: Whose models are wanted, in order.
        models: Those known.
        at: The one that is shown next; as many as there are things once all are known.
        advice: What is to be done.
        lying: The model that stands there alone; empty for none.
        since_s: Since when it does.
    """

    things: tuple[Thing, ...]
    models: Models = field(default_factory=Models)
    at: int = 0
    advice: Advice = Advice.PUT
    lying: str = ""
    since_s: float = 0.0

    @property
    def wanted(self) -> Thing | None:
        """Whose model is shown next."""
        return self.things[self.at] if self.at < len(self.things) else None

    def first_open(self) -> "Showing":
        """Goes on with the first one whose model is not known."""
        at = next((n for n, each in enumerate(self.things) if not self.models.base(each.id)), len(self.things))
        return replace(self, at=at, advice=Advice.PUT if at < len(self.things) else Advice.DONE, lying="")

    def anew(self, at: int) -> "Showing":
        """Shows one of them again; its model is free until then."""
        kept = {thing: base for thing, base in self.models.of.items() if thing != self.things[at].id}
        return replace(self, models=Models(kept), at=at, advice=Advice.PUT, lying="")

    def seen(self, standing: Sequence[Lying], now_s: float) -> "Showing":
        """After another look at the mat.

        Args:
            standing: All models that stand there.
            now_s: Monotonic seconds.
        """
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
        return replace(self, models=self.models.bound(thing.id, model.id)).first_open()
