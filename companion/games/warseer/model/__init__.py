"""What the game is made of: cards, state, steps, commands and events."""
