"""Joins the measured table with geometry and owns the only mutable state."""

from companion.referee.core import Camera, Referee, Service
from companion.referee.eyes import Eyes, Look
from companion.referee.guests import Guest, GuestStatus, SeatStatus
from companion.referee.health import Count, Health, Level, Organ
from companion.referee.intent import (
    Act,
    AllowSecond,
    Ask,
    HandOn,
    Hold,
    Intent,
    Keep,
    LetGo,
    SendAway,
    ShowReach,
    Speak,
    Touch,
    Turn,
)
from companion.referee.keeping import Keeping, Stage
from companion.referee.play import Play, Said
from companion.referee.scene import scene_of
from companion.referee.slot import Slot
from companion.referee.table import Choices, Measures
from companion.referee.view import Contact, Focus, Pair, Piece, ReachWith, SightTo, View
from vision.observation import Seen, Trouble, TroubleKind

__all__ = [
    "Act",
    "AllowSecond",
    "Ask",
    "Camera",
    "Choices",
    "Contact",
    "Count",
    "Eyes",
    "Focus",
    "Guest",
    "GuestStatus",
    "HandOn",
    "Health",
    "Hold",
    "Intent",
    "Keep",
    "Keeping",
    "LetGo",
    "Level",
    "Look",
    "Measures",
    "Organ",
    "Pair",
    "Piece",
    "Play",
    "ReachWith",
    "Referee",
    "Said",
    "SeatStatus",
    "Seen",
    "SendAway",
    "Service",
    "ShowReach",
    "SightTo",
    "Slot",
    "Speak",
    "Stage",
    "Touch",
    "Trouble",
    "TroubleKind",
    "Turn",
    "View",
    "scene_of",
]
