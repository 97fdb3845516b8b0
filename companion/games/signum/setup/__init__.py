"""From the chosen decks to the first turn."""
