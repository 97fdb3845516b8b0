"""What is read at the table: cards and zones, the log, and why a rule said so."""
