"""Joins the measured table with geometry and owns the only mutable state."""

from companion.referee.core import Camera, Referee, Service
from companion.referee.eyes import Eyes, Look
from companion.referee.guests import Guest, GuestStatus, SeatStatus
from companion.referee.health import Count, Health, Level, Organ
from companion.referee.intent import (
    Accept,
    Act,
    Agree,
    AllowSecond,
    Ask,
    Bind,
    Confirm,
    ConfirmWhich,
    Dismiss,
    Export,
    HandOn,
    Hold,
    Intent,
    Keep,
    LetGo,
    Overrule,
    SendAway,
    ShowReach,
    Speak,
    TakeAgain,
    TakeBack,
    Touch,
    Turn,
)
from companion.referee.keeping import Keeping, Stage
from companion.referee.play import Play, Said
from companion.referee.proposal import Confirming, Doubt, Proposal, Touching
from companion.referee.scene import scene_of
from companion.referee.slot import Slot
from companion.referee.table import Choices, Measures
from companion.referee.view import Contact, Focus, Pair, Piece, ReachWith, SightTo, View
from companion.referee.whereabouts import How, Standing, Stranger, Whereabouts
from vision.observation import Seen, Trouble, TroubleKind

__all__ = [
    "Accept",
    "Act",
    "Agree",
    "AllowSecond",
    "Ask",
    "Bind",
    "Camera",
    "Choices",
    "Confirm",
    "ConfirmWhich",
    "Confirming",
    "Contact",
    "Count",
    "Dismiss",
    "Doubt",
    "Export",
    "Eyes",
    "Focus",
    "Guest",
    "GuestStatus",
    "HandOn",
    "Health",
    "Hold",
    "How",
    "Intent",
    "Keep",
    "Keeping",
    "LetGo",
    "Level",
    "Look",
    "Measures",
    "Organ",
    "Overrule",
    "Pair",
    "Piece",
    "Play",
    "Proposal",
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
    "Standing",
    "Stranger",
    "TakeAgain",
    "TakeBack",
    "Touch",
    "Touching",
    "Trouble",
    "TroubleKind",
    "Turn",
    "View",
    "Whereabouts",
    "scene_of",
]
