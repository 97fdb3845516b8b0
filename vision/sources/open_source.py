"""Creates an image source from the text that a player writes."""

import re
from pathlib import Path

from vision.errors import SourceError
from vision.images.frame import CameraSource
from vision.sources.address import without_password
from vision.sources.files import FolderFeed, VideoFeed
from vision.sources.http import HttpFeed, parse_http_address
from vision.sources.rtsp import RtspFeed, parse_rtsp_address
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.sources.usb import UsbFeed, UsbRequest

FORMS = "usb:0, usb:0@3840x2160, http://…, rtsp://…, file:match.mp4, images:FOLDER, recorded:FILE or sim:NAME"

# The delays are short: looking for a device file costs nothing, and a player who plugs the camera in watches the
# screen.
USB_PATIENCE = SourceTimes(retry_waits_s=(0.5, 1.0))
NO_QUIET = SourceTimes(quiet_s=None)
EACH_PICTURE = SourceTimes(quiet_s=None, hold_each=True)


def open_source(spec: str, *, grey: bool = False, pace: bool = True) -> CameraSource:
    """Creates the image source that a player names; nothing is opened before its `start`.

    Args:
        spec: `usb:0` (with `@WIDTHxHEIGHT` for another size than 1920 × 1080), `http://…`, `rtsp://…`,
            `file:match.mp4`, `images:FOLDER`, `recorded:FILE` or `sim:NAME`.
        grey: Whether grey images are sufficient; they cost less to decode.
        pace: Whether a video or a recording keeps to its own rate; otherwise each of its images waits until it was
            taken, so that none is missed. Images of a folder always wait.

    Raises:
        SourceError: If the text is none of these; the sentence says what was expected.
    """
    form, colon, rest = spec.strip().partition(":")
    if not colon or not rest:
        raise SourceError(f"{without_password(spec)!r} is no camera: expected {FORMS}.")
    match form.lower():
        case "usb":
            return _usb(rest, grey=grey)
        case "http":
            address = parse_http_address(spec.strip())
            return ThreadedSource(address.shown, HttpFeed(address, grey=grey))
        case "rtsp":
            stream = parse_rtsp_address(spec.strip())
            return ThreadedSource(stream.shown, RtspFeed(stream, grey=grey))
        case "file" | "images" | "recorded" as kind:
            return _from_disk(kind, rest, grey=grey, pace=pace)
        case "sim":
            from vision.sources.simulated import simulated_camera  # noqa: PLC0415 (real cameras need none of it)

            return simulated_camera(rest, grey=grey)
        case _:
            raise SourceError(f"{without_password(spec)!r} is no camera: expected {FORMS}.")


def _from_disk(kind: str, rest: str, *, grey: bool, pace: bool) -> ThreadedSource:
    path, name = Path(rest).expanduser(), f"{kind}:{rest}"
    times = NO_QUIET if pace else EACH_PICTURE
    if kind == "images":
        return ThreadedSource(name, FolderFeed(path, grey=grey), EACH_PICTURE)
    if kind == "file":
        return ThreadedSource(name, VideoFeed(path, grey=grey, pace=pace), times)
    from vision.sources.recorded import RecordedFeed  # noqa: PLC0415 (it brings the whole tracker with it)

    return ThreadedSource(name, RecordedFeed(path, grey=grey, pace=pace), times)


def _usb(rest: str, *, grey: bool) -> ThreadedSource:
    matched = re.fullmatch(r"(\d{1,3})(?:@(\d{2,5})x(\d{2,5}))?", rest)
    if matched is None:
        raise SourceError(f"'usb:{rest}' is no camera: expected a number and perhaps a size, as usb:0@1920x1080.")
    index, width, height = matched.groups()
    request = UsbRequest() if width is None else UsbRequest(width_px=int(width), height_px=int(height))
    return ThreadedSource(f"usb:{index}", UsbFeed(int(index), request, grey=grey), USB_PATIENCE)
