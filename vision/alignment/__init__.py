"""Aligns tag patterns with pixels: Gauss-Newton steps, covers, shadows, and a model of the pixels."""
