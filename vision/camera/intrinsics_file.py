"""Reads and writes `camera.toml`, the file with one camera's calibration."""

from functools import partial
from pathlib import Path

from vision.camera.intrinsics import Lens
from vision.toml_fields import SCHEMA, Fields, quoted, read_text

_COEFFICIENTS = 5
_MAX = 1e6
"""Largest accepted absolute value of any number of a lens, in pixels or as a coefficient."""


def read_lens(path: Path | str) -> Lens:
    """Returns the lens in a file.

    Raises:
        TableFileError: If the file cannot be read or is not a valid calibration; the message names the file and the
            key.
    """
    return parse_lens(read_text(path), str(path))


def parse_lens(text: str, file: str) -> Lens:
    """Returns the lens in a text.

    Args:
        text: TOML.
        file: The file's name for messages.

    Raises:
        TableFileError: If the text is not a valid calibration; the message names the file and the key.
    """
    fields = Fields.of_text(text, file, "calibration of a camera, as `companion calibrate` makes one")
    rms_px, error_mm = (_error(fields, key) for key in ("rms_px", "error_mm"))
    lens = Lens(
        image_size=fields.size("image_size", most=_MAX),
        matrix=_matrix(fields),
        distortion=fields.numbers("distortion", _COEFFICIENTS, most=_MAX),
        rms_px=rms_px,
        made_at=fields.optional("made_at", fields.text),
        error_mm=error_mm,
    )
    fields.finish()
    return lens


def format_lens(lens: Lens) -> str:
    """Returns a lens as text; `parse_lens` restores a calibrated lens from it."""
    rows = ", ".join(f"[{', '.join(map(repr, row))}]" for row in lens.matrix)
    lines = [
        f"schema = {SCHEMA}",
        f"image_size = [{lens.image_size[0]}, {lens.image_size[1]}]",
        f"matrix = [{rows}]",
        f"distortion = [{', '.join(map(repr, lens.distortion))}]",
    ]
    if lens.rms_px is not None:
        lines.append(f"rms_px = {lens.rms_px!r}")
    if lens.error_mm is not None:
        lines.append(f"error_mm = {lens.error_mm!r}")
    if lens.made_at is not None:
        lines.append(f"made_at = {quoted(lens.made_at)}")
    return "\n".join(lines) + "\n"


def _error(fields: Fields, key: str) -> float | None:
    value = fields.optional(key, partial(fields.number, most=_MAX))
    if value is not None and value < 0:
        raise fields.fault(key, "expected 0 or more", value)
    return value


def _matrix(fields: Fields) -> tuple[tuple[float, float, float], ...]:
    rows = fields.rows("matrix", 3, most=_MAX)
    shape_holds = len(rows) == 3 and rows[0][1] == rows[1][0] == 0.0 and rows[2] == (0.0, 0.0, 1.0)
    if not shape_holds or rows[0][0] <= 0 or rows[1][1] <= 0:
        raise fields.fault("matrix", "expected [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx and fy above 0", rows)
    return tuple((a, b, c) for a, b, c in rows)
