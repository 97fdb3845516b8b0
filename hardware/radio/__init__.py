"""Dice over Bluetooth Low Energy: one radio, and what each make of die says over it."""
