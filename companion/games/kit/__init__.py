"""Parts that several games are made of: how steps are resolved, decided and folded, and how cards are made by choosing.

What names a game's own steps or terms (`Pushed`, `Selector`, `Amount`, `EffectsStep`) is written in each game, though
it reads alike: its type is the union of that game's parts, and its fields stand in that game's packs and records.
"""
