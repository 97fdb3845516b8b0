"""Steps of combat: damage being dealt, a melee, a ranged attack, an ability with the activation mark."""

import msgspec


class Blow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Harm to one creature.

    Attributes:
        target: Whom it strikes.
        amount: Points of damage, or wounds.
        wounds: Whether armour tokens do not stop it (S-DMG-05, S-DMG-06).
        magical: Whether relics with Durability do not stop it (S-DMG-12).
        source: Id of the creature or card it comes from.
        by: The player whose deed it is; empty for nobody's.
        why: The rule, for the log.
    """

    target: str
    amount: int
    wounds: bool = False
    magical: bool = False
    source: str = ""
    by: str = ""
    why: str = ""


class HarmStep(msgspec.Struct, frozen=True, kw_only=True, tag="harming", omit_defaults=True):
    """Harm done at one moment: relics take theirs, then armour tokens, then wounds are marked, then the fallen leave.

    Attributes:
        blows: All that strikes at this moment.
        left: What relics have left over of each.
        at: The blow whose relics are being looked at.
        stage: `before`, `relics`, `tokens`, `fall`.
        told: What the players said of creatures whose health no card states: whether they fall.
    """

    blows: tuple[Blow, ...]
    left: tuple[int, ...]
    at: int = 0
    stage: str = "relics"
    told: dict[str, bool] = {}


class CombatStep(msgspec.Struct, frozen=True, kw_only=True, tag="combat", omit_defaults=True):
    """A melee (S-MELEE-15).

    Attributes:
        attacker: Who declared it.
        target: Whom it fights.
        magical: Whether it is a Magical Strike.
        relics: Relics whose use was declared and is still to be made.
        used: Relics used in it.
        stage: `declared`, `assign`, `attack`, `defence`, `damage`, `next`, `after`, `end`.
        waiting: Who still assigns dice, in this order.
        pinned: Whether the target was attacked before this turn and must put all dice into defence (S-MELEE-29).
        attack: Attack dice by creature.
        defence: Defence dice by creature.
        striking: Who strikes now.
        later: Who strikes after that (Initiative).
        hits: By striker.
        blocks: By who defends.
        felled: Whether the target fell to it.
    """

    attacker: str
    target: str
    magical: bool = False
    relics: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    stage: str = "declared"
    waiting: tuple[str, ...] = ()
    pinned: bool = False
    attack: dict[str, int] = {}
    defence: dict[str, int] = {}
    striking: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    hits: dict[str, int] = {}
    blocks: dict[str, int] = {}
    felled: bool = False


class PursuitStep(msgspec.Struct, frozen=True, kw_only=True, tag="pursuing", omit_defaults=True):
    """A creature may go on to another enemy (Persecution, S-AB-47); `moved` once it has."""

    creature: str
    moved: bool = False


class VolleyStep(msgspec.Struct, frozen=True, kw_only=True, tag="volley", omit_defaults=True):
    """A ranged attack (S-RANGED-09).

    Attributes:
        shooter: Who declared it.
        target: At whom.
        ability: `shot`, `throwing` or `magical_shot`.
        stage: `declared`, `defend`, `damage`, `push`, `after`, `end`.
        cover: Whether terrain defends the target (S-TERRAIN-27).
        far: Whether the target is at L or more (Sniper).
        away: Direction of the push of Buckshot; None without one.
        hits: Successful dice.
        blocks: Hits that the target parried.
    """

    shooter: str
    target: str
    ability: str
    stage: str = "declared"
    cover: bool = False
    far: bool = False
    away: tuple[float, float] | None = None
    hits: int = 0
    blocks: int = 0


class AbilityStep(msgspec.Struct, frozen=True, kw_only=True, tag="using", omit_defaults=True):
    """An ability with the activation mark that was declared (S-ACT-07).

    Attributes:
        creature: Who uses it.
        ability: Its name.
        target: On whom; empty for none.
        touching: Whether the target is in contact, or the creature itself (Healer).
        stage: `declared`, `roll`, `end`.
    """

    creature: str
    ability: str
    target: str = ""
    touching: bool = False
    stage: str = "declared"


class SteamEngineStep(msgspec.Struct, frozen=True, kw_only=True, tag="steaming", omit_defaults=True):
    """A Steam Engine's die is to be rolled, and its result carried out (S-AB-60)."""

    creature: str
    action: str
