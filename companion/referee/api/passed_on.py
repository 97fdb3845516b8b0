"""Names of the eyes and of the games that the referee passes on, so that screens need to know neither."""

from companion.games.board import TouchedPiece
from companion.games.measures import Measures
from vision.observation import TrackState
from vision.top_view import TopImage
from vision.trouble import Trouble, TroubleKind

__all__ = ["Measures", "TopImage", "TouchedPiece", "TrackState", "Trouble", "TroubleKind"]
