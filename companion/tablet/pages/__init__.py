"""Pages and the parts they share: files, keyboard, camera, settings, log."""
