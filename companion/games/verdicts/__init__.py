"""What a rule measured as it decided, what it refuses, and what is too close to call and put to the table."""
