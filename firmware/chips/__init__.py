"""Drivers for the hardware, one file per chip."""
