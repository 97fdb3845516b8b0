"""The durable record of a game."""
