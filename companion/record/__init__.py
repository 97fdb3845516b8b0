"""The durable record of a game. Nothing is recorded yet."""
