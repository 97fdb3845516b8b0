"""Who resolves which kind of step."""

from companion.games.brawl.engine.resolution import Handlers
from companion.games.brawl.model import steps as s
from companion.games.brawl.rules import actions, beginning, cards, effects, hands, movement, traps, turns

HANDLERS: Handlers = {
    s.FirstStep: beginning.FirstHandler(),
    s.LeadStep: beginning.LeadHandler(),
    s.EndStep: beginning.EndHandler(),
    s.BanStep: beginning.BanHandler(),
    s.PickStep: beginning.PickHandler(),
    s.DecksStep: beginning.DecksHandler(),
    s.FirstChallengesStep: beginning.FirstChallengesHandler(),
    s.LayStep: traps.LayHandler(),
    s.HandStep: hands.HandHandler(),
    s.DeployStep: beginning.DeployHandler(),
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
