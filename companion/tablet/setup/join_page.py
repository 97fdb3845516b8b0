"""The table joins a league by the card that its organiser prints: held under the camera, or typed."""

from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.services import LeagueNews
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.code_reader import CodeReader
from companion.tablet.pages.keyboard_page import CODE, WritePage
from companion.tablet.pages.page import NoticePage, Page, Window
from companion.tablet.setup.camera_page import CameraStep, CameraUse


class JoinPage(Page):
    """Looks through the table's camera until a card was read."""

    def __init__(self, window: Window, news: LeagueNews) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            news: Joins the league.
        """
        super().__init__(window, "setup.league.title")
        self._news = news
        self._refused: frozenset[str] = frozenset()
        draft = Draft.of(window.settings)
        wanted = draft.measuring if draft.camera != NO_CAMERA else TableRequest("")
        self.reader = CodeReader(window, wanted, self.say("setup.league.how"), self._take)
        self.picture, self.said = self.reader.picture, self.reader.said
        self.ids.body.add_widget(self.reader)
        self.camera = self.key(self.say("setup.league.camera"), self._choose_camera, chosen=not wanted.camera)
        self.ids.foot.add_widget(self.camera)
        self.ids.foot.add_widget(self.key(self.say("setup.league.type"), self._type))
        self._league, self._asked = news.league(), False
        if self._league:
            self.leaving = self.key(self.say("setup.league.leave", league=self._league), self._leave)
            self.ids.foot.add_widget(self.leaving)

    def left(self) -> None:
        """The camera is freed."""
        self.reader.end()

    def _take(self, words: frozenset[str]) -> None:
        """Joins by the card among the words; what was refused is refused once, though the camera goes on seeing it."""
        if not words or words <= self._refused:
            return
        for word in sorted(words):
            if not self._why_not(word):
                self._join(word)
                return
        self._refused = words
        self.said.text = self.say("setup.league.wrong")

    def _join(self, code: str) -> None:
        window, title = self.window, self.title
        try:
            league = self._news.join(code)
        except (ValueError, OSError) as error:
            sentence = self.say("setup.league.unkept", why=str(error))
        else:
            sentence = self.say("setup.league.joined", league=league)
        window.go_instead(lambda: NoticePage(window, title, [sentence]))

    def _leave(self) -> None:
        """Asks once; the second touch means it."""
        if not self._asked:
            self._asked = True
            self.leaving.text = self.say("setup.league.leave_yes", league=self._league)
            self.said.text = self.say("setup.league.leave_note")
            return
        window, title = self.window, self.title
        try:
            self._news.leave()
        except OSError as error:
            sentence = self.say("setup.league.unkept", why=str(error))
        else:
            sentence = self.say("setup.league.left", league=self._league)
        window.go_instead(lambda: NoticePage(window, title, [sentence]))

    def _why_not(self, code: str) -> str:
        """What is wrong with a code, in the reader's language; empty where nothing is."""
        try:
            self._news.league_of(code)
        except ValueError:
            return self.say("setup.league.wrong")
        return ""

    def _choose_camera(self) -> None:
        window = self.window
        window.go(lambda: CameraStep(window, Draft.of(window.settings), use=CameraUse.KEEP))

    def _type(self) -> None:
        window = self.window

        def written(typed: str) -> None:
            window.drop()
            self._join(typed)

        empty = self.say("setup.league.empty")
        window.go(
            lambda: WritePage(window, "setup.league.type", "", written, signs=CODE, empty=empty, wrong=self._why_not)
        )
