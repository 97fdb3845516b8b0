"""The report on a game with what the record alone cannot say: how the dice fell."""

from companion.presentation.report.page import LuckText, html_report
from companion.record.record import Record
from companion.record.verification import VerifyResult
from companion.referee.history.luck_of_record import luck_of
from companion.texts import Language


def report_of(record: Record, language: Language, found: VerifyResult, viewer: str | None = None) -> str:
    """The whole report as one page of HTML; arguments as for `html_report`."""
    luck = luck_of(record, language)
    texts = tuple(
        LuckText(each.name, each.labels, tuple(each.fairness.counts.values()), each.sentences)
        for each in (*luck.players, *luck.dice)
    )
    return html_report(record, language, found, viewer, texts)
