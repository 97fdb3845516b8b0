"""The window itself: start, shell, themes, and what keeps it running."""
