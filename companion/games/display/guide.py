"""A guided first game: what a newcomer is shown step by step, as data that a game supplies.

A step names signs of what a player sees. A sign is a word for one fact about the newest view of the game, so a guide
follows what truly happens and never brings it about:

- `asked:STEP`: a prompt of that step or key is open, such as `asked:roll.melee.attack`.
- `offer:KIND`: a command of that kind can be given. What is lit may be of several kinds: `offer:KIND|KIND`.
- `said:KEY`: the log has that sentence, one of the topic `log` of the texts; `said:moved` has `said:moved.hand`, too.
  `newest:KEY`: it is the newest of all.
- `meant:KIND`: what was done on the mat is read as a proposal of that kind. `asks:KIND`: such a one waits for a tap.
  `then:KIND`: a command of that kind can follow it with the same touch.
- `turn:N`: the Nth turn has begun.
- `zone`: a model is to be put into a zone of the mat. `model`: a model stands on the mat.
- `cells`: the cells that can be touched now, only to be lit.
- `roll`: dice are owed. `result`: how a fight ended is shown on a card. `closed`: that was closed, or play went on.
- `measured`: a sentence has its measurements.
- `undo`: something can be taken back. `undoing`: players are asked whether it shall be. `undone`: something was.
- `refused`: a rule forbids what was done on the mat. `misplaced`: a model does not stand where the record has it.
  `over`: the game has ended.
- `tab:NAME`: that page beside the mat is open. `why`: somebody looks at what was measured.
"""

from collections.abc import Iterable
from dataclasses import dataclass

PAST = ("said", "newest", "turn")
"""Signs of what has been: they say nothing of what is asked now."""


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
        unless: Signs of which none may be there for it to be shown.
        beside: Questions, as signs, beside which it is shown where it tells only of what has been: beside any other
            it would be read as speaking of that one.
        zones: Ids of zones of the board that it speaks of besides what is lit: they stay bright, and in sight.
    """

    key: str
    when: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    optional: bool = False
    last: bool = False
    unless: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def fits(self, signs: frozenset[str]) -> bool:
        """Whether it speaks of what goes on, and of no other question than the one that it stands beside.

        Args:
            signs: All that a view has.
        """
        if any(is_among(each, signs) for each in self.unless):
            return False
        found = [each for each in self.when if is_among(each, signs)]
        asked = {each for each in signs if each.startswith("asked:")}
        if asked and all(each.partition(":")[0] in PAST for each in found):
            return not (self.when and not found) and any(is_among(each, asked) for each in self.beside)
        return bool(found) or not self.when


def is_among(sign: str, signs: Iterable[str]) -> bool:
    """Whether a sign is there, itself or a finer one: `said:moved` is there with `said:moved.hand`."""
    return any(each == sign or each.startswith(f"{sign}.") for each in signs)
