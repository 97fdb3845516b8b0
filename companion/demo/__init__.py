"""A whole match that plays itself: simulated players at a simulated table, through everything that real ones use."""
