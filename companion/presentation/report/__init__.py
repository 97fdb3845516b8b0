"""The report on a game: one page of HTML to read, without scripts and without anything from elsewhere."""
