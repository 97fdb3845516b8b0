"""Attacks and other rolls of dice, and what follows from them."""
