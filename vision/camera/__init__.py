"""The camera as a model: intrinsics, lens distortion, and from millimetres on the mat to pixels and back."""
