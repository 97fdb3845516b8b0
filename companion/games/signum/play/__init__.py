"""What cards and abilities do: costs, effects, reactions, summoning, terrain, and what players do by hand."""
