"""The web server and pages for the players' phones."""
