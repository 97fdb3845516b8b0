"""The camera without a game: preview, calibration and recording."""
