"""From the start page to a table: camera, players, models, and the check of the set-up."""
