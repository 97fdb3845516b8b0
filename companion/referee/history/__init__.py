"""A game seen again: replay, timeline, scripts, and how the dice fell."""
