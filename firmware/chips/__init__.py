"""Everything that touches hardware, one file for each chip."""
