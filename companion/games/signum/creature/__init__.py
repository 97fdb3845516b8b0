"""What a creature is worth, what works on it, whom it touches, and what it suffers."""
