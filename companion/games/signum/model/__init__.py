"""What is so in a game of Signum, and how events change it: cards, editions, state, commands, events, and the fold."""
