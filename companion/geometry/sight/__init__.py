"""Line of sight between bases, exactly, with its margin; what part of a base is seen; cover."""
