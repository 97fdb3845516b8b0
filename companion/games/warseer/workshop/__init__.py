"""The card workshop of Warseer: rows, choices and words for every part of a card, and what is missing."""
