"""A simulated table with simulated hands, and how well the referee did on it."""
