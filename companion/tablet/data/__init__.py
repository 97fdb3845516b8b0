"""What the window knows without Kivy: settings, saved games, set-up, and its words."""
