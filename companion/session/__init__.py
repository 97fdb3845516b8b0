"""A game with its phones, as a service of the core thread beside the referee."""

from companion.session.game_session import PAUSE_S, PORT, GameSession, SessionPlan, beside

__all__ = ["PAUSE_S", "PORT", "GameSession", "SessionPlan", "beside"]
