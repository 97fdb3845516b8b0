"""Cards that are played, what their effects do, Feats and Landmarks."""
