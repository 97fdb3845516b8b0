"""Joins the measured table with geometry and owns the only mutable state."""

from companion.games.board import Measures, Touching
from companion.referee.api.guests import Guest, GuestStatus, SeatStatus
from companion.referee.api.health import Count, Health, Level, Organ
from companion.referee.api.intents import (
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
from companion.referee.api.placement import How, Standing, Stranger, Whereabouts
from companion.referee.api.proposal import Confirming, Doubt, Proposal
from companion.referee.camera.camera_thread import Eyes, Look
from companion.referee.camera.clip_recorder import Keeping, Stage
from companion.referee.camera.mailbox import Slot
from companion.referee.core.loop import Camera, Referee, Service
from companion.referee.mat.scene import scene_of
from companion.referee.screen.game_screen import Play, Said
from companion.referee.screen.selection import Choices
from companion.referee.screen.view import Contact, Focus, Pair, Piece, ReachWith, SightTo, Tape, View
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
