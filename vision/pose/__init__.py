"""Where the camera is above the mat, found from the tags of the mat: first guess, refinement, drift, relief."""
