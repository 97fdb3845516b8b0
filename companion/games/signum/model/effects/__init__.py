"""What stands on cards: abilities, and effects on creatures and players."""
