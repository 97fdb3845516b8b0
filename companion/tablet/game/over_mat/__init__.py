"""Keys that lie over the mat: beside a model, and in a corner."""
