"""Dice on a serial port: our own die, and hobby dice that print text."""
