"""What the game is made of: cards and their language, the arena, the state, commands and events."""
