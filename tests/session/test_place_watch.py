"""A phone offers to confirm a hero once its model stands on the mat, and says before what to do."""

import pytest

from companion.games.signum.game import Signum
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.place_watch import PlaceWatch
from companion.texts import COMPLETE, say
from tests.phones.moments import moment
from tests.phones.screens import Nobody


class SeenModels:
    """Says whether the models that are asked for stand."""

    lacks = True

    def lacks_model(self, spec):
        assert spec.kind == "placehero"
        return self.lacks


@pytest.fixture
def match(tmp_path):
    record = moment("hero").record(tmp_path / "hero.signum")
    yield Match(record, lambda: 0.0, pause_s=0.0)
    record.close()


def test_the_key_comes_with_the_model_and_the_phones_are_told_each_time(match):
    seen, told = SeenModels(), []
    watch = PlaceWatch(match, seen, lambda: told.append(1))
    pages, gateway = Pages(), CommandGateway(match, Nobody(), lambda: 0.0)
    pages.lacking = lambda: watch.lacking
    (prompt,) = [each for each in Signum().prompts(match.shown) if each.key == "place_hero"]
    asked = prompt.specs[0].by

    def page(language, viewer=asked):
        return pages.sections(gateway, Reader(viewer, language))["task"]

    watch.saw()
    watch.saw()
    assert len(told) == 1, "the same is told once"
    for language in COMPLETE:
        assert 'value="placehero"' not in page(language)
        assert say(language, "phones.place_first") in page(language).replace("&#39;", "'")
    seen.lacks = False
    watch.saw()
    assert len(told) == 2
    for language in COMPLETE:
        assert 'value="placehero"' in page(language)
        assert say(language, "phones.place_first") not in page(language)
