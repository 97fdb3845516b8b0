"""Games seen again: saved games, the film, and how a game ended."""
