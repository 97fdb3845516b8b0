"""Rolls: what was requested, what was thrown for it, and where every throw went.

A roll is declared before it is thrown. The events of dice are folded into a `Book`, from which the state of an open
roll is derived; the table answers what dice cannot. Only throws that began after the declaration count, nothing is
chosen without the table's consent, and every throw gets one final fate, with its evidence.
"""

from hardware.rolls.collector import Collector
from hardware.rolls.event_fold import fold, tick
from hardware.rolls.journal import Asked, Book, CollectingError, Die, Entry, Fate, Why, Word
from hardware.rolls.request import Policy, RollRequest, Watch
from hardware.rolls.result import AcceptedFace, Proof, RollResult, entry_data, result_data
from hardware.rolls.roll_state import Ask, Question, Standing, due_s, stand
from hardware.rolls.table_actions import (
    assign,
    call_again,
    close,
    decide,
    declare,
    give,
    hand_over,
    keep,
    pair,
    withdraw,
)

__all__ = [
    "AcceptedFace",
    "Ask",
    "Asked",
    "Book",
    "CollectingError",
    "Collector",
    "Die",
    "Entry",
    "Fate",
    "Policy",
    "Proof",
    "Question",
    "RollRequest",
    "RollResult",
    "Standing",
    "Watch",
    "Why",
    "Word",
    "assign",
    "call_again",
    "close",
    "decide",
    "declare",
    "due_s",
    "entry_data",
    "fold",
    "give",
    "hand_over",
    "keep",
    "pair",
    "result_data",
    "stand",
    "tick",
    "withdraw",
]
