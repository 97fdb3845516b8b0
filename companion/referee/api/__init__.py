"""What screens and the referee say to each other: intents, proposals, placements, rolls, clocks, health."""
