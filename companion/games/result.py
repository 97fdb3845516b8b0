"""How a fight ended, as screens show it: dice, what was stopped and by what, and the wounds that were left."""

from dataclasses import dataclass

from companion.games.values import Stand
from companion.geometry import MatPoint

MELEE, SHOT, BACKSTAB, HARM = "melee", "shot", "backstab", "harm"
ATTACK, DEFENCE = "attack", "defence"


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that somebody rolled in a fight, as they lay in the end.

    Attributes:
        creature: Whose.
        role: `attack` or `defence`.
        faces: What they showed.
        good: How many of them were hits, or saves.
        succeeds: The faces that are.
    """

    creature: str
    role: str
    faces: tuple[str, ...]
    good: int
    succeeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Harm:
    """What one creature suffered at one moment.

    Attributes:
        target: Who.
        source: The creature or card that it came from; empty for none.
        amount: Points that no die saved from.
        relics: Points that relics took.
        armour: Points that armour tokens took.
        wounds: Wounds that were marked.
        fell: Whether it was eliminated.
        at: Where it stood.
        pierces: Whether armour does not stop it.
    """

    target: str
    source: str
    amount: int
    relics: int = 0
    armour: int = 0
    wounds: int = 0
    fell: bool = False
    at: Stand | None = None
    pierces: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a fight ended.

    Attributes:
        kind: `melee`, `shot`, `backstab` or `harm`.
        source: The creature that attacked; of harm, what it came from.
        target: Who was attacked.
        ability: By which a shot was made; empty otherwise.
        throws: All dice, in the order in which they were rolled.
        harms: What came of it; empty where nothing got through.
        source_at: Where the one stood, …
        target_at: … and the other.
    """

    kind: str
    source: str
    target: str
    ability: str = ""
    throws: tuple[Throw, ...] = ()
    harms: tuple[Harm, ...] = ()
    source_at: Stand | None = None
    target_at: Stand | None = None


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die of a throw.

    Attributes:
        face: What it shows.
        label: The same in words.
        good: Whether it is a hit, or a save.
    """

    face: str
    label: str
    good: bool


@dataclass(frozen=True, slots=True)
class ThrowShown:
    """What somebody rolled.

    Attributes:
        name: Who.
        shape: Of the player who commands it.
        role: Attack or defence, in words.
        dice: All dice.
        total: How many were good, in words.
    """

    name: str
    shape: str
    role: str
    dice: tuple[DieShown, ...]
    total: str


@dataclass(frozen=True, slots=True)
class StruckShown:
    """What became of one who was struck.

    Attributes:
        name: Who.
        shape: Of the player who commands it.
        figures: Words and numbers, from hits to wounds; each followed from those before it.
        wounds: How many were marked.
        ending: What else there is to say; empty for nothing.
        at: Where it stood.
        fell: Whether it was eliminated.
    """

    name: str
    shape: str
    figures: tuple[tuple[str, int], ...]
    wounds: int
    ending: str = ""
    at: MatPoint | None = None
    fell: bool = False


@dataclass(frozen=True, slots=True)
class ResultShown:
    """How a fight ended.

    Attributes:
        title: What it was.
        throws: All dice, in the order in which they were rolled.
        struck: What became of whom.
        source_at: Where it came from; None where that stands nowhere.
    """

    title: str
    throws: tuple[ThrowShown, ...]
    struck: tuple[StruckShown, ...]
    source_at: MatPoint | None = None
