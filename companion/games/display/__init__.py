"""What screens show of a game, as data: sheets, offers, sentences, results, figures and its board."""
