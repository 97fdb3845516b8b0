"""What is printed: one module for each kind of sheet or piece of paper."""
