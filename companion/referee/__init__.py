"""Joins the measured table with geometry and owns the only mutable state."""

from companion.games.board import Measures, Touching
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
    Grab,
    HandOn,
    Hold,
    Intent,
    Keep,
    LetGo,
    LetPass,
    Overrule,
    SendAway,
    ShowReach,
    Speak,
    Stretch,
    TakeAgain,
    TakeBack,
    Touch,
    Turn,
)
from companion.referee.keeping import Keeping, Stage
from companion.referee.play import Play, Said
from companion.referee.proposal import Confirming, Doubt, Proposal
from companion.referee.scene import scene_of
from companion.referee.slot import Slot
from companion.referee.table import Choices
from companion.referee.view import Contact, Focus, Pair, Piece, ReachWith, SightTo, Tape, View
from companion.referee.whereabouts import How, Standing, Stranger, Whereabouts
from vision.observation import Seen
from vision.trouble import Trouble, TroubleKind

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
    "Grab",
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
    "LetPass",
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
    "Stretch",
    "TakeAgain",
    "TakeBack",
    "Tape",
    "Touch",
    "Touching",
    "Trouble",
    "TroubleKind",
    "Turn",
    "View",
    "Whereabouts",
    "scene_of",
]
