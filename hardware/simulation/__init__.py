"""Dice that are not there, for trying the program out and for its tests: a private radio and simulated dice.

The program's own drivers run against these unchanged. Linux only; it needs the `dbus-daemon` program.
"""
