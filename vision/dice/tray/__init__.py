"""The dice tray: finds its sheet, detects hands, and recognises when the dice are at rest."""
