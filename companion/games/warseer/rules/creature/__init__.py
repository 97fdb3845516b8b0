"""What holds for a creature, whom cards name, what sets abilities off, and what harm does."""
