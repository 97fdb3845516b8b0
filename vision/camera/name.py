"""What a camera is called where others may read it."""

import re

_PATHS = ("file:", "images:", "recorded:")
_ADDRESSES = ("http:", "https:", "rtsp:")


def public_name(camera: str) -> str:
    """A camera's name as it may be sent to others: folders and addresses in it are nobody's business."""
    for form in _PATHS:
        if camera.startswith(form):
            return form + (re.split(r"[/\\]", camera.removeprefix(form).rstrip("/\\"))[-1] or "…")
    for form in _ADDRESSES:
        if camera.lower().startswith(form):
            return form + "//…"
    return camera
