"""Melee and ranged attacks, from the declaration to the damage."""
