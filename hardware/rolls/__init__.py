"""Rolls: what was requested, what was thrown for it, and where every throw went.

A roll is declared before it is thrown. The events of dice are folded into a `Journal`, from which the state of an open
roll is derived; the table answers what dice cannot. Only throws that began after the declaration count, nothing is
chosen without the table's consent, and every throw gets one final fate, with its evidence.
"""

from hardware.rolls.collector import Collector
from hardware.rolls.event_fold import fold, tick
from hardware.rolls.journal import CollectingError, DeclaredRoll, Die, Entry, Fate, FateReason, Journal, Statement
from hardware.rolls.request import CameraRole, CollectorPolicy, RollRequest
from hardware.rolls.result import AcceptedFace, FaceObservation, RollResult, entry_data, result_data
from hardware.rolls.roll_state import Question, QuestionKind, RollProgress, due_s, roll_progress
from hardware.rolls.table_actions import (
    agree,
    assign,
    call_again,
    claim,
    close,
    decide,
    declare,
    give,
    hand_over,
    keep,
    let_stand,
    pair,
    withdraw,
)

__all__ = [
    "AcceptedFace",
    "CameraRole",
    "CollectingError",
    "Collector",
    "CollectorPolicy",
    "DeclaredRoll",
    "Die",
    "Entry",
    "FaceObservation",
    "Fate",
    "FateReason",
    "Journal",
    "Question",
    "QuestionKind",
    "RollProgress",
    "RollRequest",
    "RollResult",
    "Statement",
    "agree",
    "assign",
    "call_again",
    "claim",
    "close",
    "decide",
    "declare",
    "due_s",
    "entry_data",
    "fold",
    "give",
    "hand_over",
    "keep",
    "let_stand",
    "pair",
    "result_data",
    "roll_progress",
    "tick",
    "withdraw",
]
