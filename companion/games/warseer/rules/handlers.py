"""Who resolves which kind of step."""

from companion.games.kit.handlers import Handlers
from companion.games.warseer.model import steps as s
from companion.games.warseer.rules import activation, moves
from companion.games.warseer.rules.combat import attack, rolls
from companion.games.warseer.rules.creature import equipment, harm, reactions
from companion.games.warseer.rules.play import cards, effects, landmarks
from companion.games.warseer.rules.turn import set_up, skirmish, turns

HANDLERS: Handlers = {
    s.FirstStep: set_up.FirstHandler(),
    s.LayStep: set_up.LayHandler(),
    s.LandmarkStep: landmarks.LandmarkHandler(),
    s.DecksStep: set_up.DecksHandler(),
    s.HeroStep: set_up.HeroHandler(),
    s.DeployStep: skirmish.DeployHandler(),
    s.HandStep: set_up.HandHandler(),
    s.TurnStep: turns.TurnHandler(),
    s.RoundStep: skirmish.RoundHandler(),
    s.ActivationStep: activation.ActivationHandler(),
    s.RollStep: rolls.RollHandler(),
    s.AttackStep: attack.AttackHandler(),
    s.PushStep: moves.PushHandler(),
    s.ShiftStep: moves.ShiftHandler(),
    s.MinionStep: moves.MinionHandler(),
    s.HarmStep: harm.HarmHandler(),
    s.CardStep: cards.CardHandler(),
    s.ReactStep: reactions.ReactHandler(),
    s.TacticStep: reactions.TacticHandler(),
    s.MarkerStep: cards.MarkerHandler(),
    s.DiscardStep: cards.DiscardHandler(),
    s.EffectsStep: effects.EffectsHandler(),
    s.ResurgentStep: cards.ResurgentHandler(),
    s.EquipStep: equipment.EquipHandler(),
}
"""By the kind of step."""
