"""The camera model: intrinsics, lens distortion, and the projection from millimetres on the mat to pixels and back."""
