"""The rules: what happens on the arena, with cards, and from turn to turn."""
