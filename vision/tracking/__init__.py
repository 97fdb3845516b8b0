"""What the tracker is made of: where the picture changed, where to look, what is still as it was, how pieces move."""
