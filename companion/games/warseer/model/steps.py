"""What is being resolved: a stack of steps; the one on top is done or asked first.

Nothing hidden stands in a step. Names of fields stand in records and never change.
"""

from typing import Literal

import msgspec

from companion.games.warseer.model.card_kinds import AttackKind, Dice, Moment
from companion.games.warseer.model.effects import Effect
from companion.geometry.grid import Cell


class StepBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", omit_defaults=True):
    """What every step is."""


class Context(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For whom effects happen.

    Attributes:
        piece: The creature whose effects they are; of a Battle card the player's Hero.
        player: Who chooses and pays (W-PAY-05).
        target: Whom the attack is aimed at.
        attacker: Who attacks.
        chosen: Whom the effect before reached.
        dealt: Damage that the attack has dealt.
        card: Id or key of the card that they stand on.
        support: Whether that is a Support card or a Building (W-KW-30).
        building: Whether it is a Building (W-BLD-04).
    """

    piece: str = ""
    player: str
    target: str = ""
    attacker: str = ""
    chosen: tuple[str, ...] = ()
    dealt: int = 0
    card: str = ""
    support: bool = False
    building: bool = False


class FirstStep(StepBase, frozen=True, kw_only=True, tag="first"):
    """Chance says who begins (W-SETUP-10)."""


class LayStep(StepBase, frozen=True, kw_only=True, tag="lay"):
    """A player may place a Unique Terrain (W-SETUP-11).

    Attributes:
        player: Who.
        pair: Key of a terrain of which a second hex must lie (W-TER-15); empty for none.
    """

    player: str
    pair: str = ""


class LandmarkStep(StepBase, frozen=True, kw_only=True, tag="landmark"):
    """A player places a Landmark token (W-SC4-07)."""

    player: str


class DecksStep(StepBase, frozen=True, kw_only=True, tag="decks"):
    """All that is shuffled before the game is shuffled (W-SETUP-13, W-SETUP-15)."""


class HeroStep(StepBase, frozen=True, kw_only=True, tag="hero"):
    """A player puts the Hero into the Deployment Zone (W-SETUP-16)."""

    player: str


class DeployStep(StepBase, frozen=True, kw_only=True, tag="deploy"):
    """Of a Skirmish: a player puts Characters into the Deployment Zone (W-SKIR-08, W-SKIR-24)."""

    player: str


class HandStep(StepBase, frozen=True, kw_only=True, tag="hand"):
    """A player draws the first hand and returns cards (W-SETUP-17)."""

    player: str
    stage: Literal["draw", "return"] = "draw"


class TurnStep(StepBase, frozen=True, kw_only=True, tag="turn"):
    """A player's turn (W-TURN-02).

    Attributes:
        player: Whose.
        stage: What comes next.
        todo: Creatures whose abilities still come at its end, in an order of the player's choice; None before that.
    """

    player: str
    stage: Literal["begin", "start", "draw", "act", "end", "over"] = "begin"
    todo: tuple[str, ...] | None = None


class RoundStep(StepBase, frozen=True, kw_only=True, tag="round"):
    """A round of a Skirmish (W-SKIR-15).

    Attributes:
        player: Whose activation turn it is.
        stage: What comes next.
        last: Who activated last (W-SKIR-21).
        over: Whether the player has activated or passed.
        todo: Creatures whose abilities still come at its end; None before that.
    """

    player: str
    stage: Literal["begin", "act", "end", "deploy"] = "begin"
    last: str = ""
    over: bool = False
    todo: tuple[str, ...] | None = None


class ActivationStep(StepBase, frozen=True, kw_only=True, tag="activation"):
    """A creature is activated (W-ACT-01).

    Attributes:
        piece: Which.
        player: Whose it is.
        stage: What comes next.
        todo: Effects at its start that are still to come (W-OPEN-57).
        began: Where it stood as its activation began.
        moved: Whether it has moved (W-OPEN-54).
        hooked: Whether a Hook was used instead of moving (W-KW-24).
        attacks: Attacks made.
        still: Whether it may only stay: it has run, used an ability, or came into Difficult terrain.
        used: Numbers of the abilities at will that it has used.
        followed: Whether it has had the additional attack of Frenzy (W-CR-04).
    """

    piece: str
    player: str
    stage: Literal["start", "act", "end", "over"] = "start"
    todo: tuple[str, ...] = ()
    began: Cell
    moved: bool = False
    hooked: bool = False
    attacks: int = 0
    still: bool = False
    used: tuple[str, ...] = ()
    followed: bool = False


class RollStep(StepBase, frozen=True, kw_only=True, tag="roll"):
    """Dice are rolled for an ability, a terrain or random damage; the attack rolls its own.

    Attributes:
        purpose: `poison`, `disease`, `infect`, `regeneration`, `heal`, `shot`, `damage`, `terrain`.
        player: Who rolls.
        piece: For which creature.
        dice: Which.
        target: Whom it reaches.
        terrain: Key of the terrain.
        roll: Which of the terrain's rolls.
        magic: Whether the damage is magic.
        bare: Whether the ground does not shelter from it: a card deals the damage, and no creature (W-TT-01, W-TT-02).
    """

    purpose: str
    player: str
    piece: str
    dice: Dice
    target: str = ""
    terrain: str = ""
    roll: int = 0
    magic: bool = False
    bare: bool = False


class AttackStep(StepBase, frozen=True, kw_only=True, tag="attack"):
    """An attack, step by step (W-ATK-05 to -20).

    Attributes:
        piece: Who attacks.
        target: Whom.
        player: Who controls the attacker.
        kind: Its type.
        stage: What comes next.
        dice: The pool.
        faces: What it shows.
        extra: Dice added in step 5.
        more: What they show.
        added: Symbols added in step 5.
        changed: Of each player the dice already rerolled or changed, by number (W-DICE-09).
        again: Dice that are being rerolled.
        rerolls: How many dice each player may still reroll.
        asked: Whose word it is in step 3.
        passed: How many have passed in succession (W-ATK-10).
        crit: Whether the crit effect applies (W-ATK-12).
        counter: Whether it is a Counterblow.
        followed: Whether the additional attack of Frenzy has been made, or is this one (W-CR-04).
        hunted: Whether it is the additional attack of Persecution, or comes after it (W-KW-32).
        moved: Whether the attacker moved before, or has moved since.
        began: Where it stood before that move.
        still: Whether a move after it led into Difficult terrain, so that nothing more comes of the activation.
        charges: Whether it was a Charge as it was declared (W-KW-10).
        flanks: Whether the target was flanked then (W-KW-19).
        preys: Whether the target was wounded then (W-KW-34).
        dealt: Damage dealt.
        harm: Damage that its push does.
        pushed: Whether the target was pushed.
        hole: The hex that the target left.
        after: What still follows (W-ATK-20).
    """

    piece: str
    target: str
    player: str
    kind: AttackKind
    stage: Literal[
        "declare", "pool", "roll", "modify", "reroll", "crit", "extra", "count", "damage", "after", "over"
    ] = "declare"
    dice: Dice = ()
    faces: tuple[str, ...] = ()
    extra: Dice = ()
    more: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    changed: dict[str, tuple[int, ...]] = {}
    again: tuple[int, ...] = ()
    rerolls: dict[str, int] = {}
    asked: str = ""
    passed: int = 0
    crit: bool = False
    counter: bool = False
    followed: bool = False
    hunted: bool = False
    moved: bool = False
    began: Cell | None = None
    still: bool = False
    charges: bool = False
    flanks: bool = False
    preys: bool = False
    dealt: int = 0
    harm: int = 0
    pushed: bool = False
    hole: Cell | None = None
    after: tuple[str, ...] | None = None


class PushStep(StepBase, frozen=True, kw_only=True, tag="push"):
    """A creature is pushed one hex (W-PUSH-02, W-PUSH-03).

    Attributes:
        piece: Which.
        by: Who chooses the hex.
        cause: The creature that pushes; empty for none.
        kind: Type of the attack; None where it is none.
        attack: Whether the step below is the attack to whose damage that of the push is added (W-PUSH-06).
    """

    piece: str
    by: str
    cause: str = ""
    kind: AttackKind | None = None
    attack: bool = False


class ShiftStep(StepBase, frozen=True, kw_only=True, tag="shift"):
    """A creature is moved by an effect, or put somewhere.

    Attributes:
        piece: Which.
        by: Who chooses the hex.
        left: Hexes that it may go; 0 for one that is put on a hex.
        cells: Where it may be put.
        how: `move`, `place`, `minion`, `advance`.
        may: Whether it may also stay.
    """

    piece: str
    by: str
    left: int = 0
    cells: tuple[Cell, ...] = ()
    how: str = "move"
    may: bool = True


class MinionStep(StepBase, frozen=True, kw_only=True, tag="minion"):
    """A player summons Minions in contact with a creature, or on a hex (W-MIN-01).

    Attributes:
        player: Whose.
        beside: The creature.
        left: How many.
        cell: Only there; None for in contact.
    """

    player: str
    beside: str = ""
    left: int = 1
    cell: Cell | None = None


class HarmStep(StepBase, frozen=True, kw_only=True, tag="harm"):
    """A creature takes damage (W-DMG-01).

    Attributes:
        piece: Which.
        amount: How much.
        player: Whose effect it is; empty for nobody's.
        cause: The creature that deals it; empty for none.
        magic: Whether it is magic (W-ATK-04).
        wounds: Whether it is Wounds, which no Armour absorbs (W-DMG-07).
        why: `attack`, `counter`, `push`, `effect`, `poison`, `disease`, `terrain`, `slash`.
        shielded: Whether Protectors were asked (W-KW-35).
        relic: The Relic chosen to take it; empty before (W-REL-15).
    """

    piece: str
    amount: int
    player: str = ""
    cause: str = ""
    magic: bool = False
    wounds: bool = False
    why: str = "effect"
    shielded: bool = False
    relic: str = ""


class CardStep(StepBase, frozen=True, kw_only=True, tag="card"):
    """A Battle card is played; in the end it goes where it belongs (W-PLAY).

    Attributes:
        player: Who plays it.
        card: Its id.
        stage: What comes next.
        cancelled: Whether it has no effect.
        on: Of an Enchantment: the creature.
    """

    player: str
    card: str
    stage: Literal["replace", "react", "effects", "end"] = "replace"
    cancelled: bool = False
    on: str = ""


class ReactStep(StepBase, frozen=True, kw_only=True, tag="react"):
    """A situation in which Tactics may be played (W-TAC-02).

    Attributes:
        moment: Which.
        waiting: Players who may, one after the other.
        piece: The creature to which it happens.
        attacker: Who attacks.
        target: Whom.
        used: Keys of the Tactics already played on it (W-TAC-05).
    """

    moment: Moment
    waiting: tuple[str, ...]
    piece: str = ""
    attacker: str = ""
    target: str = ""
    used: tuple[str, ...] = ()


class TacticStep(StepBase, frozen=True, kw_only=True, tag="tactic"):
    """A Tactic was played; after its effect it goes to History (W-TAC-06)."""

    player: str
    card: str


class MarkerStep(StepBase, frozen=True, kw_only=True, tag="marker"):
    """A card with Multiple Uses is used, or may be in a situation (W-MULT-02 to -04).

    Attributes:
        player: Whose it is.
        card: Its id.
        effects: What the use does.
        context: For whom.
        stage: What comes next.
    """

    player: str
    card: str
    effects: tuple[Effect, ...]
    context: Context
    stage: Literal["ask", "use", "end"] = "ask"


class DiscardStep(StepBase, frozen=True, kw_only=True, tag="discard"):
    """A player discards Support cards of own choice."""

    player: str
    count: int


class EffectsStep(StepBase, frozen=True, kw_only=True, tag="effects"):
    """Effects happen from top to bottom.

    Attributes:
        effects: Those that are left.
        context: For whom.
        picked: Whom, or what, the first of them reaches, once that was chosen.
    """

    effects: tuple[Effect, ...]
    context: Context
    picked: tuple[str, ...] | None = None


class ResurgentStep(StepBase, frozen=True, kw_only=True, tag="resurgent"):
    """A player may summon a Resurgent onto the hex of a destroyed Character (W-KW-37).

    Attributes:
        player: Who.
        piece: The destroyed Character.
        cell: Where it stood.
    """

    player: str
    piece: str
    cell: Cell


class EquipStep(StepBase, frozen=True, kw_only=True, tag="equip"):
    """A player may give a Relic of the Improvement cards to a Character that was summoned (W-IMP-10)."""

    player: str
    piece: str


Step = (
    FirstStep
    | LayStep
    | LandmarkStep
    | DecksStep
    | HeroStep
    | DeployStep
    | HandStep
    | TurnStep
    | RoundStep
    | ActivationStep
    | RollStep
    | AttackStep
    | PushStep
    | ShiftStep
    | MinionStep
    | HarmStep
    | CardStep
    | ReactStep
    | TacticStep
    | MarkerStep
    | DiscardStep
    | EffectsStep
    | ResurgentStep
    | EquipStep
)
