"""Dice over Bluetooth Low Energy: one radio for all, and the protocol of each make of dice."""
