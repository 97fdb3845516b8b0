"""The camera at the table: its thread, its devices and calibrations, and the clip of the last seconds."""
