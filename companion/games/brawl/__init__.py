"""Super Fantasy Brawl: teams of champions in an arena of cells, with cards and without dice (catalogue, module B)."""
