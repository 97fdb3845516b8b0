"""Rules of the games, one package each, pure functions over frozen data behind one protocol."""
