"""How a fight of Signum ended: dice, what was stopped and by what, and the wounds that were left."""

from dataclasses import dataclass

from companion.games.values import Stand

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
        wounded: Whether they are fewer because the creature was wounded when it rolled.
    """

    creature: str
    role: str
    faces: tuple[str, ...]
    good: int
    succeeds: tuple[str, ...] = ()
    wounded: bool = False


@dataclass(frozen=True, slots=True)
class HarmResult:
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
        over: Whether it has ended; else dice have fallen and more is to come.
    """

    kind: str
    source: str
    target: str
    ability: str = ""
    throws: tuple[Throw, ...] = ()
    harms: tuple[HarmResult, ...] = ()
    source_at: Stand | None = None
    target_at: Stand | None = None
    over: bool = True
