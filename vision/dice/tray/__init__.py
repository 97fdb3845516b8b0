"""The dice tray: where its sheet lies, whether a hand is in it, and when the dice are at rest."""
