"""Dice with printed stickers: their frames, which way is up, and what is on them."""
