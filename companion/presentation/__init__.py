"""What a game is in words and pictures for a reader: sentences, reasons, the report; made from what the game gives."""
