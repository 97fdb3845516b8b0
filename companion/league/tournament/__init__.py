"""A tournament as a record: commands of organiser, players and judges, decided, written and folded as in a game."""
