"""Reads dice with printed stickers: finds their frames, decides which face is up, and identifies its symbol."""
