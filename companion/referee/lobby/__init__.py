"""Before the first turn: a new game, a table that is opened, and what is cleaned up beforehand."""
