"""Dice over radio and wire, virtual ones and those read by a person, all behind one `DiceSource` door."""
