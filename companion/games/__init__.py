"""Rules of the games, one package each, pure functions over frozen data. No game is here yet."""
