"""The sheets of a campaign as a page to print, and as text."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape

from companion.games.campaign import CampaignSheet
from companion.texts import Language

BLANK_ROWS = 6
"""So many lines a table has to be written in by hand, where it is still empty or grows."""
STYLE = """
@page { size: A4; margin: 12mm; }
body { font: 13px/1.35 system-ui, sans-serif; color: #14181d; background: #fff; margin: 0 auto; max-width: 186mm; }
section { break-inside: avoid; margin: 0 0 7mm; }
h2 { font-size: 17px; margin: 0 0 2mm; }
p { margin: 0 0 1mm; }
table { border-collapse: collapse; width: 100%; }
td, th { border: 1px solid #4a5563; padding: 1mm 1.5mm; text-align: start; vertical-align: top; }
th { font-weight: 600; background: #eee9dd; font-size: 11px; }
@media screen {
  body { padding: 6mm; }
  div { overflow-x: auto; padding-inline-end: 1px; }
  section.first:not(:first-child) { border-top: 2px solid #4a5563; padding-top: 7mm; }
}
@media print { section.first:not(:first-child) { break-before: page; } }
"""


STYLE_HASH = f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"
"""By which a server's policy for pages (Content-Security-Policy) allows this style."""


def page_of(sheets: Sequence[CampaignSheet], title: str, language: Language) -> str:
    """One page of HTML without scripts and without anything from elsewhere."""
    body = "\n".join(line for sheet in sheets for line in _section(sheet))
    return (
        f'<!doctype html>\n<html lang="{language.value}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _section(sheet: CampaignSheet) -> Iterator[str]:
    own = ' class="first"' if sheet.is_first else ""
    yield f"<section{own}><h2>{escape(sheet.title)}</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in sheet.lines)
    if sheet.heads:
        blank = BLANK_ROWS if sheet.grows or not sheet.rows else 0
        rows = (*sheet.rows, *((("\u00a0",) * len(sheet.heads),) * blank))
        heads = "".join(f"<th>{escape(each)}</th>" for each in sheet.heads)
        yield f"<div><table><thead><tr>{heads}</tr></thead><tbody>"
        yield from (f"<tr>{''.join(f'<td>{escape(each)}</td>' for each in row)}</tr>" for row in rows)
        yield "</tbody></table></div>"
    yield "</section>"


def lines_of(sheets: Sequence[CampaignSheet]) -> Iterator[str]:
    """The sheets as text, with columns one below the other."""
    for number, sheet in enumerate(sheets):
        if number:
            yield ""
        yield sheet.title
        yield from (f"  {line}" for line in sheet.lines)
        table = [sheet.heads, *sheet.rows] if sheet.heads else []
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            yield ("  " + "  ".join(each.ljust(width) for each, width in zip(row, widths, strict=True))).rstrip()
