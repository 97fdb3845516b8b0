"""What a table tells of its game, from its record to the stream of its venue."""
