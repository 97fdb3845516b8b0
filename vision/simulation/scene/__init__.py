"""Scripted scenes as data: the objects on the table, who moves them when, and a catalogue of scenes."""
