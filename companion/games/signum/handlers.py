"""Who decides what in Legends of Signum: each kind of step, each command, and what each part of the rules offers."""

from collections.abc import Callable
from typing import Any

from companion.games.common import (
    Clock,
    Concede,
    Correct,
    MoveCard,
    OfferDraw,
    SetValue,
    TimeUp,
)
from companion.games.signum import legal
from companion.games.signum.combat import melee, ranged
from companion.games.signum.combat.melee_resolution import CombatHandler
from companion.games.signum.combat.volley import VolleyHandler
from companion.games.signum.creature import damage
from companion.games.signum.creature.rerolls import rerolls
from companion.games.signum.creature.steam_engine import SteamEngineHandler
from companion.games.signum.engine.card_draw import DrawHandler
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import ChoiceHandler, DiceHandler, ShuffleHandler
from companion.games.signum.engine.resolution import Handler
from companion.games.signum.model.commands import (
    Activate,
    Construct,
    Detect,
    End,
    Fight,
    Finish,
    GiveEffect,
    Keeping,
    LayTerrain,
    Move,
    Play,
    Reveal,
    Shoot,
    Skip,
    Tell,
    Use,
    UseBuilding,
)
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
from companion.games.signum.model.steps.step import (
    BeginningPhaseStep,
    CardPlayStep,
    ChoiceStep,
    DiceStep,
    DrawStep,
    EffectStep,
    ReactionStep,
    SetupStep,
    ShuffleStep,
    TurnEndStep,
)
from companion.games.signum.movement import moves as moving
from companion.games.signum.movement.backstab import BackstabHandler
from companion.games.signum.movement.second_placement import PlacementHandler
from companion.games.signum.play import activated_abilities as activated
from companion.games.signum.play import by_hand, relic_uses, ruins, summons, terrain
from companion.games.signum.play import card_play as playing
from companion.games.signum.play import detection as detecting
from companion.games.signum.play import reactions as reacting
from companion.games.signum.play import uses as using
from companion.games.signum.play.activation_start import ActivationHandler, ActivationPhaseHandler
from companion.games.signum.play.effects import EffectHandler
from companion.games.signum.play.summons import SummonHandler
from companion.games.signum.setup import set_up as setting_up
from companion.games.signum.turn import activation, turns

HANDLERS: dict[type, Handler] = {}
HANDLERS |= {
    DiceStep: DiceHandler(HANDLERS, rerolls),
    ChoiceStep: ChoiceHandler(HANDLERS),
    ShuffleStep: ShuffleHandler(),
    SetupStep: setting_up.SetupHandler(),
    DrawStep: DrawHandler(),
    BeginningPhaseStep: turns.BeginningPhaseHandler(),
    TurnEndStep: turns.TurnEndHandler(),
    ReactionStep: reacting.ReactionHandler(),
    EffectStep: EffectHandler(lambda draft, _moment, to: reacting.cancel_deed(draft, HANDLERS, to), summons.begin),
    HarmStep: damage.HarmHandler(),
    CombatStep: CombatHandler(),
    PursuitStep: melee.PursuitHandler(),
    VolleyStep: VolleyHandler(),
    AbilityStep: activated.AbilityHandler(),
    SteamEngineStep: SteamEngineHandler(),
    CardPlayStep: playing.CardPlayHandler(),
    ActivationPhaseStep: ActivationPhaseHandler(),
    ActivationStep: ActivationHandler(),
    BackstabStep: BackstabHandler(),
    MoveStep: moving.MoveHandler(),
    PlacementStep: PlacementHandler(),
    SummonStep: SummonHandler(),
    DetectionStep: detecting.DetectionHandler(),
    SearchStep: ruins.SearchHandler(),
}
"""Who resolves which kind of step."""

FREE: dict[type, Callable[[Draft, Any], None]] = {
    Construct: turns.construct,
    Skip: turns.skip_construction,
    End: turns.end_turn,
    Fight: melee.fight,
    Shoot: ranged.shoot,
    Use: using.use,
    Play: playing.play,
    UseBuilding: playing.use_building,
    Activate: activation.activate,
    Finish: activation.finish_command,
    Move: moving.move,
    Detect: detecting.detect,
    LayTerrain: terrain.lay,
}
"""Commands that a player may give when nothing is being resolved."""

ANY_TIME: dict[type, Callable[[Draft, Any], None]] = {
    Correct: moving.correct,
    Tell: playing.tell,
    SetValue: by_hand.set_value,
    Keeping: by_hand.keep,
    MoveCard: by_hand.move_card,
    GiveEffect: by_hand.give_effect,
    OfferDraw: by_hand.offer_draw,
    Concede: by_hand.concede,
    Clock: by_hand.clock,
    TimeUp: by_hand.time_up,
    Reveal: by_hand.reveal,
}
"""Commands that may come in between."""


AREAS = (
    legal.construction,
    legal.hand,
    legal.telling,
    activation.specs,
    moving.specs,
    melee.specs,
    ranged.specs,
    activated.specs,
    relic_uses.specs,
    detecting.specs,
    ruins.specs,
    terrain.specs,
    legal.ending,
)
"""What each part of the rules lets the active player do between commands."""
