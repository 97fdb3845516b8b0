"""The card workshop of Legends of Signum: rows, choices and words for every part of a card, from the card language."""
