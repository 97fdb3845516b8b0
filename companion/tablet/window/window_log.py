"""What draws the window, in the log: most troubles with windows come from its driver."""

import logging

from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString
from kivy.metrics import Metrics

log = logging.getLogger(__name__)


def tell_window() -> None:
    """Writes down how big the window is and what draws it; once it is there."""
    width, height = Window.size
    renderer = glGetString(GL_RENDERER).decode("ascii", "replace")
    log.info("window_opened size=%dx%d density=%.2f renderer=%s", width, height, Metrics.density, renderer)
