"""One image or one written scene, measured and judged for the command line."""
