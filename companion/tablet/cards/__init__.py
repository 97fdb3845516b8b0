"""The pages of own cards: packs, their cards, and the workshop in which one is made."""
