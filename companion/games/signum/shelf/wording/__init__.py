"""Cards in words: abilities, effects, and whom they reach."""
