"""A referee for the window of a table that shows what a test tells it, and keeps what is asked for."""

import numpy as np


class StillReferee:
    """Nothing happens by itself at its table.

    Attributes:
        submitted: What was asked for by touches, oldest first.
        show: Shows a view, once the window listens.
    """

    failure = None

    def __init__(self):
        self.submitted = []

    def listen(self, listener):
        self.show = listener

    def start(self):
        pass

    def stop(self):
        pass

    def submit(self, intent):
        self.submitted.append(intent.body)


def pixels(widget):
    """(h, w, 4) as drawn, first row at the top."""
    texture = widget.export_as_image().texture
    return np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)
