"""The Kivy app."""
