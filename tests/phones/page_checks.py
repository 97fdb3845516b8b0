"""What a browser says of a page: what is cut off or too small to touch, and what axe-core finds."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

ROOT = Path(__file__).resolve().parents[2]
FETCH_S = 150

CUT_OFF = """() => {
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".sr, .skip, [hidden]");
  const name = (each) => `${each.tagName.toLowerCase()}.${each.getAttribute("class")}: ${each.textContent.trim()}`;
  const found = [], wide = document.scrollingElement.scrollWidth;
  const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(seen);
  if (wide > innerWidth) found.push(`the page is ${wide} px wide`);
  for (const each of all("body *:not(svg, svg *, option, input, .choice)")) {
    const over = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
    if (over) found.push(`cut off: ${name(each)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, range = document.createRange();
    if (!node.data.trim() || !seen(node.parentElement) || node.parentElement.closest("option")) continue;
    range.selectNodeContents(node);
    const out = Array.from(range.getClientRects()).some((box) => box.left < -1 || box.right > innerWidth + 1);
    if (out) found.push(`outside: ${node.data.trim()}`);
  }
  for (const each of all("svg text")) {
    const box = each.getBoundingClientRect(), frame = each.closest("svg").getBoundingClientRect();
    const out = box.left < frame.left - 1 || box.right > frame.right + 1;
    if (out) found.push(`outside its picture: ${each.textContent}`);
  }
  for (const each of all("button, summary, nav a, select, .field input, .choice > span, .to-hand")) {
    const box = each.getBoundingClientRect();
    if (box.height < 47.5 || box.width < 44) found.push(`hard to touch: ${box.width}x${box.height}: ${name(each)}`);
  }
  return found.map((each) => each.slice(0, 120));
}"""

AXE = """async () => {
  const said = (node) => `${node.target.join(" ")} ${node.failureSummary}`;
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map(said).join("; ")}`);
}"""


def axe_script() -> str:
    """The source of axe-core; without it the test is skipped, but fails where every test has to run."""
    found = subprocess.run([ROOT / "scripts/axe"], capture_output=True, encoding="utf-8", timeout=FETCH_S, check=False)
    if found.returncode == 0:
        return Path(found.stdout.strip()).read_text(encoding="utf-8")
    why = f"there is no axe-core: {found.stderr.strip()}"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


async def cut_off(page: Page) -> list[str]:
    """What of a page is cut off, or too small for a thumb."""
    found: list[str] = await page.evaluate(CUT_OFF)
    return found


async def violations(page: Page, axe: str) -> list[str]:
    """What axe-core finds on a page."""
    if not await page.evaluate("() => typeof axe === 'object'"):
        await page.evaluate(f"() => {{ {axe} }}")
    found: Any = await page.evaluate(AXE)
    return list(found)
