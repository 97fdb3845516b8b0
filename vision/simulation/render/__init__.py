"""The simulated camera's painter: from a scene at one moment to the pixels of an image."""
