"""The web server and pages for the players' phones. No page is here yet."""
