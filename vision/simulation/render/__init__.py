"""The simulated camera's renderer: from a scene at one moment to the pixels of an image."""
