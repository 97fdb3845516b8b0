"""Who resolves which kind of step."""

from companion.games.brawl.model import steps as s
from companion.games.brawl.rules import actions, cards, effects, hands, movement, set_up, traps, turns
from companion.games.kit.handlers import Handlers

HANDLERS: Handlers = {
    s.FirstStep: set_up.FirstHandler(),
    s.LeadStep: set_up.LeadHandler(),
    s.EndStep: set_up.EndHandler(),
    s.BanStep: set_up.BanHandler(),
    s.PickStep: set_up.PickHandler(),
    s.DecksStep: set_up.DecksHandler(),
    s.FirstChallengesStep: set_up.FirstChallengesHandler(),
    s.LayStep: traps.LayHandler(),
    s.HandStep: hands.HandHandler(),
    s.DeployStep: set_up.DeployHandler(),
    s.DrawStep: hands.DrawHandler(),
    s.TurnStep: turns.TurnHandler(),
    s.ChallengeStep: turns.ChallengeHandler(),
    s.ActionEndStep: actions.ActionEndHandler(),
    s.CardStep: cards.CardHandler(),
    s.BasicStep: actions.BasicHandler(),
    s.MoveStep: movement.MoveHandler(),
    s.TravelStep: movement.TravelHandler(),
    s.TrapStep: traps.TrapHandler(),
    s.StunStep: hands.StunHandler(),
    s.PlanStep: hands.PlanHandler(),
    s.PlaceStep: movement.PlaceHandler(),
    s.EffectsStep: effects.EffectsHandler(),
}
"""By the kind of step."""
