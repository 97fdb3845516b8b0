"""The name of a camera where other people may read it."""

import re

_PATHS = ("file:", "images:", "recorded:")
_ADDRESSES = ("http:", "https:", "rtsp:")


def public_name(camera: str) -> str:
    """Returns a camera's name without folders and addresses, so that it can be sent to others."""
    for form in _PATHS:
        if camera.startswith(form):
            return form + (re.split(r"[/\\]", camera.removeprefix(form).rstrip("/\\"))[-1] or "…")
    for form in _ADDRESSES:
        if camera.lower().startswith(form):
            return form + "//…"
    return camera
