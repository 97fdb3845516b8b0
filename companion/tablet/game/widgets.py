"""The widgets of the game, by whose names the looks in `game.kv` call them."""

from companion.tablet.game import cards, fields, forms, proposals, rolls, zones
from companion.tablet.game import foot_bar as foot
from companion.tablet.game import log_view as story
from companion.tablet.game import notice_strip as strip
from companion.tablet.game import place_guide as guide
from companion.tablet.game import read_sheet as reading
from companion.tablet.game import score_bar as head
from companion.tablet.game import table_rules_card as customs
from companion.tablet.game import undo_card as way_back
from companion.tablet.game import write_sheet as writing_sheet
from companion.tablet.game.column import GameColumn
from companion.tablet.game.curtain import Curtain
from companion.tablet.mat.verdict_picture import SheetPicture
from companion.tablet.past import end_page as ending
from companion.tablet.past import replay_sheet as again
from companion.tablet.widgets import keys
from companion.tablet.widgets.icon import Icon
from companion.tablet.widgets.stack import Stack

WIDGETS = (
    Icon,
    Stack,
    keys.PlainKey,
    keys.GameKey,
    keys.SeatKey,
    keys.FaceKey,
    keys.CardKey,
    keys.DieKey,
    keys.TabKey,
    GameColumn,
    Curtain,
    head.Head,
    head.ScoreBar,
    fields.KeyGrid,
    fields.TakenField,
    fields.FaceKeys,
    fields.FaceRow,
    fields.PickSheet,
    fields.EyeNote,
    forms.OfferForm,
    foot.FootForm,
    foot.FootBar,
    foot.SureSheet,
    guide.PlaceGuide,
    guide.BasePicture,
    strip.NoticeStrip,
    forms.Group,
    cards.TaskCard,
    cards.FightCard,
    cards.PauseCard,
    cards.PassKeys,
    cards.HolderCard,
    rolls.RollCard,
    rolls.DieLine,
    zones.PlayerCard,
    zones.PieceLine,
    zones.OwnCard,
    story.StoryLine,
    story.StoryKeys,
    story.MoreKey,
    SheetPicture,
    reading.WhyRow,
    reading.WhyPage,
    reading.CardPage,
    reading.ReadSheet,
    writing_sheet.WriteSheet,
    again.AgainSheet,
    way_back.UndoCard,
    way_back.OverruleSheet,
    proposals.ProposalCard,
    proposals.AllBackKey,
    proposals.GhostCard,
    proposals.BindCard,
    customs.CustomsCard,
    ending.WonCard,
    ending.GraphCard,
    ending.Graph,
    ending.LuckCard,
    ending.ExportCard,
)
