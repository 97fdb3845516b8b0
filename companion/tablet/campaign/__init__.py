"""Campaigns on the tablet: begun, gone on with over weeks, with their matches played from there."""
