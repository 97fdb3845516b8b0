"""Dice over radio and wire. No driver is here yet; smart dice come behind one `DiceSource` door."""
