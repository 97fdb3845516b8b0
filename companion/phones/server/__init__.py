"""The web server: requests in, pages and changes out."""
