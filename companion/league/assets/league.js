// Keeps a page of the league up to date: it is fetched anew whenever the hub has something new, and only what changed is drawn.
"use strict";
(() => {
  const lost = document.getElementById("cut-off");
  let fetching = false, again = false;
  // What somebody has opened, ticked, chosen or typed stays while the page changes around it.
  const OWN = new Set(["open", "checked", "selected"]);
  const keepsOwn = (name, node) => !OWN.has(name) && !(name === "value" && node.matches("input:not([type=hidden])"));
  const isTyped = (node) => node.nodeType === 1 && (node.matches("textarea") ? node.value !== node.defaultValue
    : node.matches("select") && [...node.options].some((each) => each.selected !== each.defaultSelected) && node.matches("form:focus-within *, [data-touched]"));
  // The answer to what was just done stays until something else is done: no page that is fetched anew has it.
  const keepsAnswer = (node) => !(node.nodeType === 1 && node.matches("#answered"));
  const keepsTyped = (node, next) => !(isTyped(node) && next.nodeType === 1 && next.name === node.name);
  document.addEventListener("change", (event) => { if (event.target.matches("select")) event.target.dataset.touched = ""; });
  async function renew() {
    if (fetching) { again = true; return; }
    fetching = true;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.ok || answer.status === 503) {  // a server that is in charge no longer says where the page is now
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const callbacks = { beforeAttributeUpdated: keepsOwn, beforeNodeMorphed: keepsTyped, beforeNodeRemoved: keepsAnswer };
        for (const part of ["main", "header"]) {
          const old = document.querySelector(part), next = page.querySelector(part);
          if (!old || !next) continue;
          try {
            Idiomorph.morph(old, next, { callbacks });
          } catch { old.replaceWith(next); }  // what cannot be changed bit by bit is made anew
        }
      }
    } catch { /* the stream of events says when the hub is back */ }
    fetching = false;
    if (again) { again = false; renew(); }
  }
  if (!document.body.dataset.live) return;
  const events = new EventSource("/events");
  events.onopen = () => { lost.hidden = true; renew(); };
  events.onmessage = renew;
  events.onerror = () => { lost.hidden = false; };
})();
