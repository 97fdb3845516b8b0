"""What a game of Signum is set up with: cards, decks and their rules, seats, editions and variants."""
