"""One camera after another is looked through: what is still seen through the one before is never shown for the next."""


class Preview:
    """A camera that is looked through."""

    def __init__(self, name):
        self.name = name

    def glimpse(self):
        return self.name


class Tables:
    """Opens cameras, and closes them."""

    def __init__(self):
        self.open = []

    def look(self, wanted):
        self.open.append(Preview(wanted))
        return self.open[-1]

    def close(self, preview):
        self.open.remove(preview)


class Background:
    """Does one thing after the other, when it is told to."""

    def __init__(self):
        self.waiting = []

    def do(self, work, then, failed):
        self.waiting.append((work, then))

    def catch_up(self):
        while self.waiting:
            work, then = self.waiting.pop(0)
            then(work())


def test_a_camera_that_waits_to_be_closed_shows_nothing_for_the_next():
    from companion.tablet.pages.camera_view import CameraPreview  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    seen, background, tables = [], Background(), Tables()
    looking = CameraPreview(background, tables, seen.append, seen.append)
    looking.at("one")
    background.catch_up()
    looking._ask(0.0)
    assert seen == ["one"]
    looking.at("two")
    looking._ask(0.0)
    assert seen == ["one"]
    background.catch_up()
    looking._ask(0.0)
    assert seen == ["one", "two"]
    looking.stop()
    looking._ask(0.0)
    looking.end()
    background.catch_up()
    assert seen == ["one", "two"]
    assert not tables.open
