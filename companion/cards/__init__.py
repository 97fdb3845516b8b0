"""Card packs: their schema, loading and checking. No pack is here yet."""
