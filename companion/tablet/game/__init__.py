"""The game on the tablet: whose turn it is, what is asked, and all that a phone can do, for players without phones."""
