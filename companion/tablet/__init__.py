"""The Kivy app. Importing this room opens no window and imports no Kivy; its two functions do."""

from companion.tablet.window.launch import PlayOptions, play, spoken

__all__ = ["PlayOptions", "play", "spoken"]
