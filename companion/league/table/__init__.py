"""The end of a league at a table: the card by which it joins, and the link that tells its game."""
