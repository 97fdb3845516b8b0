"""What the program says to players, in English, Russian and Ukrainian."""
