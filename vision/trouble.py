"""The kinds of trouble that limit vision; screens word them for players."""

from dataclasses import dataclass
from enum import StrEnum


class TroubleKind(StrEnum):
    """A kind of trouble that limits vision; screens word it for players.

    The first group comes from sources. CAMERA_MISSING: the camera is not plugged in. CAMERA_BUSY: the camera exists but
    does not open. CAMERA_FORBIDDEN: this user may not open it. UNREACHABLE: nothing answers at the address.
    PASSWORD_WANTED: no password was given, or it was refused. NOT_A_STREAM: the answer is not a stream of images.
    NO_PICTURE: the connection works, but no image arrives. UNREADABLE_PICTURE: one damaged image was skipped.
    FILE_MISSING: there is no such file or folder, or the file is not a video. NO_PICTURES: the folder contains no
    images. ENDED: the last image was shown.

    The last group tells what does not fit together. MAT_STRETCHED: the mat is longer one way than its file says, or
    askew. MAT_TAGS_SIZE: its tags are too large or too small for their distances. MAT_TAGS_SWAPPED: some lie in one
    another's places. MAT_SCATTERED: its tags lie off their places, or it is wavy. SHEETS_DIFFER: the models' sheets
    were printed at another size than the mat's. TAGS_ASTRAY: the tags of pieces are not as far apart as told; about one
    piece, or about none if several share the cause. LENS_ASTRAY: the lens does not see as when it was calibrated.
    PRINT_UNMEASURED: nobody measured the line of 100 mm on the mat's sheet.
    PRINT_CONTRADICTED: a thing of known size tells another scale than that line.
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
    MAT_STRETCHED = "mat_stretched"
    MAT_TAGS_SIZE = "mat_tags_size"
    MAT_TAGS_SWAPPED = "mat_tags_swapped"
    MAT_SCATTERED = "mat_scattered"
    SHEETS_DIFFER = "sheets_differ"
    TAGS_ASTRAY = "tags_astray"
    LENS_ASTRAY = "lens_astray"
    PRINT_UNMEASURED = "print_unmeasured"
    PRINT_CONTRADICTED = "print_contradicted"


NOTHING_TO_SHOW = frozenset({TroubleKind.FILE_MISSING, TroubleKind.NO_PICTURES})
"""Troubles of a file or folder that no waiting can cure: no image will ever arrive from it."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that limits vision.

    Attributes:
        kind: The kind of trouble.
        about: The tag, base or source concerned, as text; empty if it concerns the whole image.
        sentence: One English sentence that says what is wrong and what to do.
        since_s: When it began, on the source's clock; None if read from a single image.
    """

    kind: TroubleKind
    about: str
    sentence: str
    since_s: float | None = None
