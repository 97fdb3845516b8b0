"""The card workshop of Super Fantasy Brawl: rows, choices and words for every part of a card, and what is missing."""
