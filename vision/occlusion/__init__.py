"""Partly covered tags: found by their edges, decoded from their visible part, and accepted only on proof."""
