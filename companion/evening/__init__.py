"""A game with its phones, as a service of the core thread beside the referee."""

from companion.evening.service import PAUSE_S, PORT, Evening, Plan, beside

__all__ = ["PAUSE_S", "PORT", "Evening", "Plan", "beside"]
