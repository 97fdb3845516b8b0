"""What the game is set up with: its cards, squads, maps and options, and how they are read."""
