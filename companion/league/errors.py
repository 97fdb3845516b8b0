"""What is told to people of a league that cannot be had: each error's text is one sentence."""


class LeagueError(Exception):
    """The base of all errors of a league that its users can do something about."""
