"""Simulated dice and a private radio, for trying the program without dice and for its tests.

The program's own drivers use them unchanged. Linux only; the `dbus-daemon` program is required.
"""
