"""How a report looks, on screens light and dark and on paper."""

from companion.presentation.drawing_svg import STYLE as DRAWINGS

STYLE = (
    """
:root { color-scheme: light dark; --ground: #f4f1ea; --card: #fff; --raised: #e5e0d5; --text: #14181d;
  --quiet: #4a5563; --line: #8b95a1; --faint: #d9d5cb; --main: #0b5f93; --fault: #a3330f; --warm: #fff1c2;
  --one: #0b5f93; --two: #9c2f6b; --three: #0b6b4c; --four: #7a5f00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181d; --card: #1f252d; --raised: #2d3540; --text: #f4f1ea; --quiet: #b7c0ca;
    --line: #4a5563; --faint: #323b46; --main: #56b4e9; --fault: #ff8a5c; --warm: #4a3d12; --one: #56b4e9;
    --two: #e79ac4; --three: #2fc497; --four: #f0cf42; }
}
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 70rem;
  margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.3rem; margin: 0 0 .5rem; }
h3 { font-size: 1.02rem; margin: 0; }
p { margin: .12rem 0; }
a { color: inherit; text-decoration-color: var(--line); }
section, .box { background: var(--card); border: 1px solid var(--faint); border-radius: 12px; padding: .9rem 1rem;
  margin: 1rem 0; }
small, .rule, .quiet, time, figcaption { color: var(--quiet); }
small { font-size: .84rem; }
.won { font-size: 1.35rem; font-weight: 700; }
.box.result { border: 3px solid var(--main); }
.scores { overflow-x: auto; }
table { border-collapse: collapse; }
td, th { text-align: start; padding: .25rem 1.2rem .25rem 0; vertical-align: top; }
th { color: var(--quiet); font-weight: 400; font-size: .88rem; }
td.number { font-size: 1.2rem; font-weight: 700; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem; }
nav a { border: 1px solid var(--line); border-radius: 8px; padding: .2rem .6rem; text-decoration: none;
  min-width: 2.2rem; text-align: center; }
.turn > div { display: grid; gap: .5rem 1.2rem; }
@media (min-width: 52rem) {
  .turn > div { grid-template-columns: minmax(0, 1fr) 19rem; }
  .turn > div > figure { position: sticky; top: .5rem; align-self: start; }
}
ol.log { list-style: none; padding: 0; margin: 0; }
ol.log > li { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); gap: 0 .6rem; padding: .3rem 0;
  border-top: 1px solid var(--faint); }
ol.log > li:first-child { border: 0; }
time { font-variant-numeric: tabular-nums; font-size: .84rem; padding-top: .1rem; }
.rule { font-size: .74rem; margin-inline-start: .4rem; white-space: nowrap; }
.phase { color: var(--quiet); font-style: italic; }
p.dice { font-weight: 600; }
del p { text-decoration: line-through; }
del { color: var(--quiet); text-decoration: none; }
.note { background: var(--warm); padding: .3rem .6rem; border-inline-start: 4px solid var(--fault); }
summary { cursor: pointer; color: var(--main); font-size: .9rem; padding: .15rem 0; }
.whys { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: 0 1rem; }
.proofs { display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
.proofs figure { margin: .2rem 0; max-width: 100%; }
.proofs img { max-height: 9rem; }
code { overflow-wrap: anywhere; font-size: .85rem; }
figure { margin: .5rem 0; }
figcaption { font-size: .9rem; }
img { max-width: 100%; display: block; }
.chart, .mat, .bars { width: 100%; height: auto; font: 14px system-ui, sans-serif; }
th::first-letter { text-transform: uppercase; }
.chart text, .mat text, .bars text { fill: var(--text); }
.chart .grid { stroke: var(--faint); }
.chart .curve { fill: none; stroke: currentColor; stroke-width: 2.5; }
.chart .end { fill: currentColor; font-weight: 700; }
.key { width: 2.5rem; vertical-align: middle; }
.key line { stroke: currentColor; stroke-width: 3; }
.seat-1 { color: var(--one); }
.seat-2 { color: var(--two); }
.seat-3 { color: var(--three); }
.seat-4 { color: var(--four); }
.mat .edge { fill: var(--ground); stroke: var(--line); stroke-width: 3; }
.mat .template { fill: var(--raised); stroke: var(--line); stroke-width: 2; }
.mat .base { fill: var(--card); stroke: currentColor; stroke-width: 5; }
.mat text { text-anchor: middle; font-size: 20px; font-weight: 700; }
.mat .lost { fill: var(--fault); font-size: 26px; paint-order: stroke; stroke: var(--card); stroke-width: 5px; }
.bars { max-width: 22rem; }
.bars rect { fill: var(--main); }
.bars line { stroke: var(--text); stroke-dasharray: 3 3; }
.luck { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .6rem 1.4rem;
  }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
  gap: .7rem 1.2rem; }
.cards article { border-inline-start: 4px solid var(--line); padding-inline-start: .7rem; break-inside: avoid; }
.cards article:target { border-color: var(--main); background: var(--raised); }
@media (max-width: 40rem) {
  .scores tr { display: block; padding: .4rem 0; border-top: 1px solid var(--faint); }
  .scores tr:first-child { display: none; }
  .scores td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; }
  .scores td::before { content: attr(data-of); color: var(--quiet); font-weight: 400; font-size: .88rem; }
  .scores td:first-child { font-weight: 700; justify-content: flex-start; }
  ol.log > li { display: block; }
}
@media print {
  section, .box { break-inside: auto; border: 0; padding: 0; }
  h2 { break-after: avoid; }
  li { break-inside: avoid; }
}
"""
    + DRAWINGS
)
