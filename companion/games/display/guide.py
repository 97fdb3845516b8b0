"""A guided first game: what a newcomer is shown step by step, as data that a game supplies.

A step names signs of what a player sees. A sign is a word for one fact about the newest view of the game, so a guide
follows what truly happens and never brings it about:

- `asked:STEP`: a prompt of that step or key is open, such as `asked:roll.melee.attack`.
- `offer:KIND`: a command of that kind can be given.
- `said:KEY`: the log has that sentence, one of the topic `log` of the texts; `said:moved` has `said:moved.hand`, too.
- `meant:KIND`: what was done on the mat is read as a proposal of that kind. `then:KIND`: a command of that kind can
  follow it with the same touch.
- `turn:N`: the Nth turn has begun.
- `zone`: a model is to be put into a zone of the mat. `model`: a model stands on the mat.
- `roll`: dice are owed. `result`: how a fight ended is shown. `measured`: a sentence has its measurements.
- `undo`: something can be taken back. `undoing`: players are asked whether it shall be. `undone`: something was.
- `refused`: a rule forbids what was done on the mat. `misplaced`: a model does not stand where the record has it.
  `over`: the game has ended.
- `tab:NAME`: that page beside the mat is open. `why`: somebody looks at what was measured.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One bubble.

    Attributes:
        key: Its text is `guide.KEY` of the game's texts, its heading `guide.KEY_title`.
        when: Signs of which one must be there for it to be shown; empty for always.
        until: Signs that end it, one is enough; empty for a bubble that is read and closed by a touch.
        light: Signs whose places on the screen are lit, the first that is there; empty for none.
        optional: Whether the guide ends without it where it never came up, and it can be put off by a touch.
        last: Whether it is shown only once all others are done but the optional ones.
    """

    key: str
    when: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    optional: bool = False
    last: bool = False


def is_among(sign: str, signs: Iterable[str]) -> bool:
    """Whether a sign is there, itself or a finer one: `said:moved` is there with `said:moved.hand`."""
    return any(each == sign or each.startswith(f"{sign}.") for each in signs)
