"""Dice at the table: found, opened, listened to, thrown for what the game asks, and kept in a journal."""
