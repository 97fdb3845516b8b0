"""What the game is set up with: its cards, teams and options, and how they are read."""
