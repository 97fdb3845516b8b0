"""Dice over radio and wire, virtual dice, and dice read by a person, all behind one interface, `DiceSource`.

Main modules:
    `source` defines the interface, and `events` the events that every source delivers. `radio`, `wire`, `virtual` and
    `manual` implement sources, `combined_source` merges them, and `rolls` decides which throw counts.

The package has no knowledge of any game.
"""
