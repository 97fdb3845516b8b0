"""Joins the measured table with geometry and owns the only mutable state."""

from companion.games.board import Measures, TouchedPiece
from companion.referee.api.guests import Guest, GuestStatus, SeatStatus
from companion.referee.api.health import Count, Health, Level, Subsystem
from companion.referee.api.intents import (
    AcceptPlacement,
    AllowSecond,
    BindModel,
    ClearSelection,
    ConfirmProposal,
    DismissProposal,
    ExportGame,
    FreeSeat,
    GrabModel,
    Intent,
    IntentBody,
    MeasureTape,
    OverruleProposal,
    OverruleRule,
    RemoveGuest,
    RequestRedo,
    RequestUndo,
    SaveClip,
    SelectBase,
    SetConfirmMode,
    SetLanguage,
    ShowReach,
    SubmitCommand,
    TakeTablet,
    TurnMat,
    VoteOnUndo,
)
from companion.referee.api.placement import MatState, Placement, PlacementState, UnknownPiece
from companion.referee.api.proposal import ConfirmMode, Doubt, Proposal
from companion.referee.camera.camera_thread import CameraReading, CameraThread
from companion.referee.camera.clip_recorder import ClipStage, ClipState
from companion.referee.camera.mailbox import Mailbox
from companion.referee.core.loop import Camera, Referee, Service
from companion.referee.mat.scene import scene_of
from companion.referee.screen.game_screen import GameScreen, IntentResult
from companion.referee.screen.selection import Choices
from companion.referee.screen.view import Contact, Focus, Pair, Piece, ReachWith, SightTo, Tape, View
from vision.observation import TrackState
from vision.trouble import Trouble, TroubleKind

__all__ = [
    "AcceptPlacement",
    "AllowSecond",
    "BindModel",
    "Camera",
    "CameraReading",
    "CameraThread",
    "Choices",
    "ClearSelection",
    "ClipStage",
    "ClipState",
    "ConfirmMode",
    "ConfirmProposal",
    "Contact",
    "Count",
    "DismissProposal",
    "Doubt",
    "ExportGame",
    "Focus",
    "FreeSeat",
    "GameScreen",
    "GrabModel",
    "Guest",
    "GuestStatus",
    "Health",
    "Intent",
    "IntentBody",
    "IntentResult",
    "Level",
    "Mailbox",
    "MatState",
    "MeasureTape",
    "Measures",
    "OverruleProposal",
    "OverruleRule",
    "Pair",
    "Piece",
    "Placement",
    "PlacementState",
    "Proposal",
    "ReachWith",
    "Referee",
    "RemoveGuest",
    "RequestRedo",
    "RequestUndo",
    "SaveClip",
    "SeatStatus",
    "SelectBase",
    "Service",
    "SetConfirmMode",
    "SetLanguage",
    "ShowReach",
    "SightTo",
    "SubmitCommand",
    "Subsystem",
    "TakeTablet",
    "Tape",
    "TouchedPiece",
    "TrackState",
    "Trouble",
    "TroubleKind",
    "TurnMat",
    "UnknownPiece",
    "View",
    "VoteOnUndo",
    "scene_of",
]
