"""Reads and writes `about.toml`: who made a recording, with which camera, and what was done to it since."""

from dataclasses import dataclass

from vision.toml_fields import SCHEMA, Fields, quoted

MAX_SIDE_PX = 65_535
"""Largest width or height of a JPEG."""


@dataclass(frozen=True, slots=True)
class RecordingInfo:
    """A recording's description of itself.

    Attributes:
        program: Name and version of the program that made the stored observations.
        camera: The camera's name, without folders, addresses and passwords.
        image_size: Width and height of the images, in pixels.
        made_at: Time of the recording, ISO 8601 in UTC; None if unknown.
        encoded: Whether the images arrived without JPEG bytes and were encoded for this file.
        done: What was done to the recording since, in order, each in a few words.
    """

    program: str
    camera: str
    image_size: tuple[int, int]
    made_at: str | None = None
    encoded: bool = False
    done: tuple[str, ...] = ()


def format_about(about: RecordingInfo) -> str:
    """Returns the text of `about.toml`; `parse_about` restores the same data from it."""
    lines = [
        f"schema = {SCHEMA}",
        f"program = {quoted(about.program)}",
        f"camera = {quoted(about.camera)}",
        f"image_size = [{about.image_size[0]}, {about.image_size[1]}]",
        f"encoded = {str(about.encoded).lower()}",
        f"done = [{', '.join(map(quoted, about.done))}]",
    ]
    if about.made_at is not None:
        lines.append(f"made_at = {quoted(about.made_at)}")
    return "\n".join(lines) + "\n"


def parse_about(text: str, file: str) -> RecordingInfo:
    """Parses `about.toml`.

    Raises:
        TableFileError: If the text is invalid; the message names the file and the key.
    """
    fields = Fields.of_text(text, file)
    image_size = fields.size("image_size", most=MAX_SIDE_PX)
    about = RecordingInfo(
        program=fields.text("program"),
        camera=fields.text("camera"),
        image_size=image_size,
        made_at=fields.optional("made_at", fields.text),
        encoded=fields.flag("encoded", default=False),
        done=fields.texts("done"),
    )
    fields.finish()
    return about
