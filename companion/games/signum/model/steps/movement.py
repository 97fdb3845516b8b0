"""Steps of activation, movement, Backstab, Stealth, summoning and Ruins."""

import msgspec

from companion.games.values import Stand


class ActivationPhaseStep(msgspec.Struct, frozen=True, kw_only=True, tag="phase_starting", omit_defaults=True):
    """What creatures do at the start of their player's activation phase, in editions that say so (S-OPEN-36, -39)."""

    creatures: tuple[str, ...]


class ActivationStep(msgspec.Struct, frozen=True, kw_only=True, tag="starting", omit_defaults=True):
    """A creature's activation begins; stages `contract`, `regeneration`, `hook`, `end`.

    Attributes:
        creature: Which.
        stage: What comes next.
        phase: Whether it is the phase that begins, not the creature's activation.
    """

    creature: str
    stage: str = "contract"
    phase: bool = False


class BackstabStep(msgspec.Struct, frozen=True, kw_only=True, tag="striking", omit_defaults=True):
    """Backstabs on one creature, rolled together (S-BACK-18).

    Attributes:
        victim: Whom they strike.
        strikers: Creatures that strike.
        hidden: Hidden creatures that may, and lose their token (S-BACK-20).
        why: What sets them off: `S-BACK-01` to `S-BACK-04`.
        left: Strikers that have not rolled.
        hits: Strikers that hit.
    """

    victim: str
    strikers: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    why: str = "S-BACK-01"
    left: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    stage: str = "hidden"


class MoveStep(msgspec.Struct, frozen=True, kw_only=True, tag="moving", omit_defaults=True):
    """A move that was judged and is made once the Backstabs for leaving are over (S-BACK-15).

    Attributes:
        creature: Who moves.
        to: Where it comes to stand.
        travelled_mm: Length of its way.
        run: Whether it runs.
        slowed: Whether it touches difficult terrain on its way.
        stage: `go`, `arrived`, `end`.
        touched: Enemies it touched before.
        crossed: Templates it touches on its way, where any card waits for that.
    """

    creature: str
    to: Stand
    travelled_mm: float
    run: bool = False
    slowed: bool = False
    stage: str = "go"
    touched: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()


class PlacementStep(msgspec.Struct, frozen=True, kw_only=True, tag="placing", omit_defaults=True):
    """A creature that an effect lets its player place anew.

    Attributes:
        creature: Which.
        by: Who places it.
        within_mm: No farther than this from where it stands; None for anywhere free.
        entrance: Id of the Ruins left by a secret entrance (S-TERRAIN-40); empty otherwise.
    """

    creature: str
    by: str
    within_mm: float | None = None
    entrance: str = ""


class SummonStep(msgspec.Struct, frozen=True, kw_only=True, tag="summoning", omit_defaults=True):
    """A character on its way to the mat (S-SUMMON-10); stages `react`, `place`, `word`, `end`.

    Attributes:
        card: Which.
        by: Who summons it.
        surcharge: Whether its Surcharge was paid (S-AB-61).
        stage: What comes next.
        source: The zone of its player from which it comes.
    """

    card: str
    by: str
    surcharge: bool = False
    stage: str = "react"
    source: str = "hand"


class DetectionStep(msgspec.Struct, frozen=True, kw_only=True, tag="detecting", omit_defaults=True):
    """A roll to detect a hidden character (S-STEALTH-11, S-STEALTH-20)."""

    creature: str
    target: str
    magical: bool = False


class SearchStep(msgspec.Struct, frozen=True, kw_only=True, tag="searching", omit_defaults=True):
    """A character searches Ruins, or looks for their secret entrance; `done` once the turn may end."""

    creature: str
    template: str
    entrance: bool = False
    done: bool = False
