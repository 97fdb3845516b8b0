"""The organiser's end of a league: the hub, what it knows of all tables, and the pages that show it."""
