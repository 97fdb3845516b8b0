"""What is being resolved: a stack of steps, each knowing what it waits for.

A step is data in the state. Its handler (see `Handler`) says what it asks of the players, takes their answers, and
goes on by itself where nothing is asked. A step that needs dice or a choice puts `DiceStep` or `ChoiceStep` on the
stack and gets the result back when that one is done.

The tags of steps lie in the digest of the state, so they stay as they are.
"""

import msgspec

from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Effect
from companion.games.signum.model.steps.combat import (
    AbilityStep,
    CombatStep,
    HarmStep,
    PursuitStep,
    SteamEngineStep,
    VolleyStep,
)
from companion.games.signum.model.steps.movement import (
    ActivationPhaseStep,
    ActivationStep,
    BackstabStep,
    DetectionStep,
    MoveStep,
    PlacementStep,
    SearchStep,
    SummonStep,
)
from companion.games.values import Stand


class DiceStep(msgspec.Struct, frozen=True, kw_only=True, tag="dice", omit_defaults=True):
    """Dice to be rolled, and rolled again where abilities say so; the step below gets what they show.

    Attributes:
        purpose: What for, such as `melee.attack`; the step below tells its own rolls apart by it.
        by: The player who owes the roll.
        creature: For whom; empty for none.
        count: How many dice.
        good: Faces that succeed.
        forced: Names of abilities that make all successes be rolled again, in this order.
        optional: How many dice may be rolled again, by the ability that lets them.
        exactly: Whether those must be exactly so many, or none.
        failed_only: Abilities among those that let only failed dice be rolled again.
        faces: What they show now; empty before the roll.
        again: Which of them are rolled again, by number.
        stage: `roll`, `forced`, `optional`, `again`.
        fallen: Rolls of the same moment that have fallen; none of them is rolled again before all have (S-MELEE-15).
    """

    purpose: str
    by: str
    creature: str = ""
    count: int = 1
    good: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    optional: tuple[tuple[str, int], ...] = ()
    exactly: bool = False
    failed_only: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    again: tuple[int, ...] = ()
    stage: str = "roll"
    fallen: tuple["DiceStep", ...] = ()


class ChoiceStep(msgspec.Struct, frozen=True, kw_only=True, tag="asking", omit_defaults=True):
    """A choice; the step below gets what was chosen.

    Attributes:
        purpose: What is chosen.
        by: Who chooses.
        options: Ids or words.
        least: So many at least.
        most: So many at most.
        about: Id of the card or creature that asks.
    """

    purpose: str
    by: str
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    about: str = ""


class ShuffleStep(msgspec.Struct, frozen=True, kw_only=True, tag="shuffling", omit_defaults=True):
    """A deck must be shuffled; the table gives its new order."""

    player: str


class SetupStep(msgspec.Struct, frozen=True, kw_only=True, tag="setting_up", omit_defaults=True):
    """The set-up (S-SETUP-01).

    Attributes:
        stage: `priority`, `first`, `sides`, `heroes`, `decks`, `hands`, `begin`.
        player: Whose turn within the stage it is; empty where that is nobody's.
    """

    stage: str = "priority"
    player: str = ""


class DrawStep(msgspec.Struct, frozen=True, kw_only=True, tag="drawing", omit_defaults=True):
    """Cards that come into a hand one by one, hand limit and empty deck included (S-TURN-10, S-END-06).

    Attributes:
        player: Whose hand it is.
        count: So many from the Battle Deck, once the named ones are in the hand.
        start: Whether it is the starting hand, from which nobody discards.
        cards: Ids of cards that come from wherever they are, before any is drawn.
        why: Why those come, for the log.
    """

    player: str
    count: int = 1
    start: bool = False
    cards: tuple[str, ...] = ()
    why: str = ""


class BeginningPhaseStep(msgspec.Struct, frozen=True, kw_only=True, tag="beginning", omit_defaults=True):
    """The Beginning Phase (S-TURN-09); stages `untap`, `draw`, `income`, `after`."""

    stage: str = "untap"


class TurnEndStep(msgspec.Struct, frozen=True, kw_only=True, tag="ending_turn", omit_defaults=True):
    """The end of a turn: effects that happen or end now, in the order their player chooses (S-TURN-31).

    Stages `effects`, `expire`, `next`.
    """

    stage: str = "effects"


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to which cards may react; see `hooks.announce`.

    Attributes:
        hook: One of `hooks.HOOKS`.
        by: The player whose deed it is.
        creature: Id of the creature that does it; empty for none.
        target: Id of the one it is done to; empty for none.
        card: Id of the card or the template concerned; empty for none.
        cancellable: Whether a reaction may cancel it.
        fallen: Those concerned that have left the mat, as they last were.
    """

    hook: str
    by: str
    creature: str = ""
    target: str = ""
    card: str = ""
    cancellable: bool = False
    fallen: tuple[Creature, ...] = ()


class ReactionStep(msgspec.Struct, frozen=True, kw_only=True, tag="reacting", omit_defaults=True):
    """Cards that may react to a moment.

    Attributes:
        moment: Which.
        asked: Ids of tactics whose owners were asked already.
        done: Keys of abilities and riders that have reacted.
        collected: Whether what reacts by itself was put on the stack.
    """

    moment: Moment
    asked: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    collected: bool = False


class CardPlayStep(msgspec.Struct, frozen=True, kw_only=True, tag="playing", omit_defaults=True):
    """A spell or relic that was declared and paid.

    Attributes:
        card: Its id.
        by: Who plays it.
        stage: `react`, `resolve`, `done`.
        instead: Id of the relic it replaces (S-CARD-36); empty for none.
    """

    card: str
    by: str
    stage: str = "react"
    instead: str = ""


class EffectStep(msgspec.Struct, frozen=True, kw_only=True, tag="effecting", omit_defaults=True):
    """Effects of a card, carried out one after another.

    Attributes:
        effects: What is left to do; the first is being done.
        by: The player controlling the card.
        source: Id of the card.
        creature: Id of the creature that has the effect; empty for a card that is none.
        target: Id of what set it off, for the selector `target`.
        moment: What set it off, where a reaction may cancel it.
        kind: Kind of the source, for what protects from it: `spell`, `tactic`, `creature`, `building`, `terrain`.
        opponent: Which of several opponents was chosen (S-VAR-18); empty where none was.
        stand: Where the creature stood, if it has left the mat.
        chosen: Ids of those whom the effect before reached, for the selector `chosen`.
        left: Those of them who have left the mat, as they last were, where something is still counted or measured.
    """

    effects: tuple[Effect, ...]
    by: str
    source: str
    creature: str = ""
    target: str = ""
    moment: Moment | None = None
    kind: str = "spell"
    opponent: str = ""
    stand: Stand | None = None
    chosen: tuple[str, ...] = ()
    left: tuple[Creature, ...] = ()


Step = (
    DiceStep
    | ChoiceStep
    | ShuffleStep
    | SetupStep
    | DrawStep
    | BeginningPhaseStep
    | TurnEndStep
    | ReactionStep
    | CardPlayStep
    | EffectStep
    | HarmStep
    | CombatStep
    | PursuitStep
    | VolleyStep
    | AbilityStep
    | SteamEngineStep
    | ActivationPhaseStep
    | ActivationStep
    | BackstabStep
    | MoveStep
    | PlacementStep
    | SummonStep
    | DetectionStep
    | SearchStep
)
