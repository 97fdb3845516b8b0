"""What screens are given to draw."""
