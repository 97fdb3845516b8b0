"""On which measurements the events rest, and how those are drawn."""
