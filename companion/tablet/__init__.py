"""The Kivy app. Importing this room opens no window and imports no Kivy; its two functions do."""

from companion.tablet.demo import DemoOptions, run_demo
from companion.tablet.playing import PlayOptions, play, spoken

__all__ = ["DemoOptions", "PlayOptions", "play", "run_demo", "spoken"]
