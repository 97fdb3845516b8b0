"""What can be wrong with the seeing, for screens to put into the player's words."""

from dataclasses import dataclass
from enum import StrEnum


class TroubleKind(StrEnum):
    """What can be wrong with the seeing; screens put it in the player's words.

    The first group comes from sources: CAMERA_MISSING: not plugged in. CAMERA_BUSY: there, but it does not open.
    CAMERA_FORBIDDEN: this user may not open it. UNREACHABLE: nobody answers at the address. PASSWORD_WANTED: none
    was given, or it was refused. NOT_A_STREAM: somebody answers, with something else than pictures. NO_PICTURE: all
    looks well and no picture comes. UNREADABLE_PICTURE: one was passed over. FILE_MISSING: no such file or folder,
    or not a video. NO_PICTURES: a folder without pictures. ENDED: the last picture was shown.
    """

    CAMERA_MISSING = "camera_missing"
    CAMERA_BUSY = "camera_busy"
    CAMERA_FORBIDDEN = "camera_forbidden"
    UNREACHABLE = "unreachable"
    PASSWORD_WANTED = "password_wanted"  # noqa: S105 (the name of a trouble, no secret)
    NOT_A_STREAM = "not_a_stream"
    NO_PICTURE = "no_picture"
    UNREADABLE_PICTURE = "unreadable_picture"
    FILE_MISSING = "file_missing"
    NO_PICTURES = "no_pictures"
    ENDED = "ended"
    NO_MAT = "no_mat"
    FEW_MAT_TAGS = "few_mat_tags"
    NOT_CALIBRATED = "not_calibrated"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    CAMERA_MOVED = "camera_moved"
    MAT_DRIFTED = "mat_drifted"
    FOCUS_DRIFTED = "focus_drifted"
    DUPLICATE_TAG = "duplicate_tag"
    IMPOSSIBLE_PLACE = "impossible_place"
    PARTLY_HIDDEN = "partly_hidden"


NOTHING_TO_SHOW = frozenset({TroubleKind.FILE_MISSING, TroubleKind.NO_PICTURES})
"""What is wrong with a file or a folder from which no picture will come, however long one waits."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong with the seeing.

    Attributes:
        kind: What it is.
        about: The tag, base or source concerned, as text; empty where it concerns the whole picture.
        sentence: One English sentence that says what is wrong and what to do.
        since_s: When it began, on the source's clock; None where a single picture cannot know.
    """

    kind: TroubleKind
    about: str
    sentence: str
    since_s: float | None = None
