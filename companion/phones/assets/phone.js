"use strict";
// The page works without this: forms are sent as they are. With it, changes arrive by themselves, what is asked for goes
// out at most once, and a lost connection shows.
(() => {
  const LOST_AFTER_MS = 2500, GRACE_MS = 1200, RETRY_MS = 1000, READ_MS = 12000, SEEN_MS = 200, UNSENT = "unsent", TOAST_MS = 3000, LONG_MS = 10000, ANSWERED_MS = 8000;
  const body = document.body, byId = (id) => document.getElementById(id);
  let epoch = body.dataset.epoch, version = Number(body.dataset.version);
  let heard = performance.now(), stream = null, retry = 0, telling = 0, sending = false, failed = false;

  const store = {
    read: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    write: (key, value) => { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* private mode: kept for this page only */ } },
  };

  // Looks
  const looks = { theme: ["", "light", "dark"], size: ["", "large"] };
  for (const [name, values] of Object.entries(looks)) {
    const show = (value) => { value ? document.documentElement.dataset[name] = value : delete document.documentElement.dataset[name]; };
    show(store.read(name));
    for (const button of document.querySelectorAll(`[data-set="${name}"]`)) button.addEventListener("click", () => {
      const next = values[(values.indexOf(store.read(name) || "") + 1) % values.length];
      store.write(name, next || null); show(next);
    });
  }
  body.classList.add("scripted");
  const showTab = (tab) => {
    body.dataset.tab = tab;
    for (const link of document.querySelectorAll("nav a")) {
      link.dataset.tab === tab ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
      if (link.dataset.tab === tab) link.classList.remove("calls");
    }
    scrollTo(0, 0);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tab], a[data-to]");
    if (!link) return;
    event.preventDefault(); showTab(link.dataset.tab || link.dataset.to);
  });
  // Who has just sat down sees the hand at once.
  const arrived = location.hash === "#hand" && !!document.querySelector("#hand > .card");
  if (location.hash) history.replaceState(null, "", "/");
  showTab(arrived ? "hand" : "now");

  // Changes. What a player has opened, ticked or typed stays, as long as the same is asked; what it says is always new.
  const OWN = new Set(["open", "checked", "selected"]);
  const keepsOwn = (name, node) => !OWN.has(name) && !(name === "value" && node.matches("input:not([type=hidden])"));
  // A picture that was fetched stays, though the page comes without it.
  const keepsShown = (node, next) => !(node.nodeType === 1 && node.matches("details.show-why.shown") && next.id === node.id);
  const hasTask = () => !!document.querySelector("#task .own");
  const isOver = () => !!document.querySelector("#task .over");
  let owed = hasTask();
  // Others hear a phone that shakes or sounds: while everybody waits for tactics it must not tell who is asked.
  const due = () => {
    if (document.querySelector("#task .pause")) return "pause";
    return hasTask() ? "task" : document.querySelector("#task .yours") ? "turn" : "";
  };
  let stood = "";
  const nudge = () => {
    const now = due();
    // Whoever has just answered in the own turn knows that it goes on.
    const kind = !now ? "answered" : now === "turn" && stood ? "goes-on" : "asked";
    if (!body.classList.contains("watching") && now !== stood) document.dispatchEvent(new Event(kind));
    stood = now;
  };
  if (owed && arrived) document.querySelector('nav a[data-tab="now"]').classList.add("calls");
  const apply = (change) => {
    if (change.since !== null && (change.epoch !== epoch || change.since !== version)) return reconnect(null);
    const before = asked(), wasOver = isOver();
    for (const [name, html] of Object.entries(change.sections)) {
      const place = byId(name);
      if (!place) continue;
      try {
        Idiomorph.morph(place, html, { morphStyle: "innerHTML", callbacks: { beforeAttributeUpdated: keepsOwn, beforeNodeMorphed: keepsShown } });
      } catch { place.innerHTML = html; }  // what cannot be changed bit by bit is made anew: nothing else may be lost with it
    }
    epoch = change.epoch; version = change.version;
    if (isOver() && !wasOver) showTab("now");  // how it ended stands there
    if (answeredOf && asked() !== answeredOf) toast("");
    // What somebody's own deed asks next is seen at once, wherever on the page they are.
    if (hasTask() && asked() !== before && performance.now() - acted < ANSWERED_MS) scrollTo(0, 0);
    if (hasTask() && !owed && body.dataset.tab !== "now") document.querySelector('nav a[data-tab="now"]').classList.add("calls");
    owed = hasTask();
    if ("task" in change.sections) { count(); nudge(); }
    tell();
  };
  const tell = () => {  // what comes in quick succession is acknowledged together
    clearTimeout(telling); telling = setTimeout(() => post("/seen", JSON.stringify({ version }), "application/json").catch(() => {}), SEEN_MS);
  };

  // What opens is seen to its end, as far as there is room: its key may not lie under the bar.
  document.addEventListener("toggle", (event) => {
    if (!event.target.open || !event.target.matches("main details")) return;
    const { top, bottom } = event.target.getBoundingClientRect(), nav = document.querySelector("nav").offsetHeight, gap = 8;
    const below = bottom + gap - (innerHeight - nav), above = top - gap - document.querySelector("header").getBoundingClientRect().bottom;
    if (below > 0 && above > 0) scrollBy(0, Math.min(below, above));
  }, true);

  // Why: the picture is fetched when it is asked for.
  document.addEventListener("toggle", async (event) => {
    const why = event.target, link = why.matches("details.show-why:not(.shown)") && why.open && why.querySelector("a");
    if (!link) return;
    try {
      const answer = await fetch(`${link.getAttribute("href")}?part`, { cache: "no-store" });
      if (!answer.ok || why.matches(".shown")) return;
      link.outerHTML = await answer.text(); why.classList.add("shown");
    } catch { /* the link stays, and opening it again tries again */ }
  }, true);

  // Connection
  let closed = false, goodbyes = 0;  // the table said that it is left: the network is not to blame
  const lose = () => { byId("cut-off-long").hidden = closed || performance.now() - heard < LONG_MS; if (!body.classList.contains("lost")) { body.classList.add("lost"); byId("cut-off").hidden = false; tellUnsent(); } };
  const close = (is) => { closed = is; body.classList.toggle("closed", is); byId("closed-why").hidden = !is || isOver(); byId("over-why").hidden = !is || !isOver(); byId("cut-off-why").hidden = is; };
  const alive = () => {
    heard = performance.now(); close(false);
    if (!body.classList.contains("lost")) return;
    body.classList.remove("lost"); byId("cut-off").hidden = true; flush(); tellUnsent();
  };
  const later = () => { clearTimeout(retry); retry = setTimeout(check, RETRY_MS); };
  const reconnect = (since) => {
    if (stream) stream.close();
    stream = new EventSource(since === null ? "/events" : `/events?since=${since}&epoch=${epoch}`);
    const mine = stream;
    stream.addEventListener("change", (event) => { alive(); apply(JSON.parse(event.data)); });
    stream.addEventListener("beat", alive);
    stream.addEventListener("now", (event) => { ahead = Number(event.data) - performance.now(); count(); });
    stream.addEventListener("closed", () => { goodbyes++; close(true); heard = -Infinity; lose(); });
    stream.addEventListener("away", () => { mine.close(); location.replace("/"); });
    stream.addEventListener("error", () => { mine.close(); if (stream === mine) later(); });
  };
  const check = async () => {  // the stream has ended: the seat is gone, or the table is
    const before = goodbyes;
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      if (before !== goodbyes) return later();  // asked before the table was left
      if (answer.status === 401) return location.replace("/");
      if (answer.ok) { alive(); apply({ ...(await answer.json()), since: null }); return reconnect(version); }
    } catch { /* still away */ }
    later();
  };
  let knocked = 0;
  setInterval(() => {
    const silent = performance.now() - heard;
    if (silent <= LOST_AFTER_MS) return;
    lose();
    if (performance.now() - knocked > 3 * RETRY_MS) { knocked = performance.now(); later(); }
  }, 200);
  const back = () => { heard = Math.max(heard, performance.now() - LOST_AFTER_MS + GRACE_MS); reconnect(version); };
  addEventListener("visibilitychange", () => { if (!document.hidden) back(); });
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  addEventListener("online", back);
  addEventListener("offline", () => { heard = -Infinity; lose(); });

  // The pause that everybody has
  let ticking = 0, ahead = null;  // how far the table's clock is ahead of ours
  const count = () => {
    clearInterval(ticking);
    const pause = document.querySelector("[data-ends-ms]");
    if (!pause || ahead === null) return;
    const ends = Number(pause.dataset.endsMs) - ahead;
    const show = () => { const line = pause.querySelector(".count"); if (line) line.textContent = String(Math.max(0, Math.ceil((ends - performance.now()) / 1000))); };
    show(); ticking = setInterval(show, 250);
  };

  // What comes above the page or goes moves no key under a thumb.
  let above = byId("notices").offsetHeight;
  new ResizeObserver(() => { const now = byId("notices").offsetHeight; scrollBy(0, now - above); above = now; }).observe(byId("notices"));

  // What is said of an intent
  let said = 0, toasted = 0, acted = -Infinity, answeredOf = "";  // the question of which the toast says that it waits for others
  const asked = () => Array.from(document.querySelectorAll("#task .own"), (each) => each.id).join();
  const toast = (text) => {  // what was taken, where it moves nothing
    clearTimeout(toasted); answeredOf = ""; byId("toast").textContent = text; byId("toast").hidden = !text;
    if (text) toasted = setTimeout(() => toast(""), TOAST_MS);
  };
  const say = (text, picture) => {
    clearTimeout(said); if (text) toast("");
    byId("reply-text").textContent = text || ""; byId("reply").hidden = !text;
    if (picture) byId("reply-text").insertAdjacentHTML("beforeend", picture);
    if (text && !picture) said = setTimeout(() => { byId("reply").hidden = true; }, READ_MS);
  };
  byId("reply-close").addEventListener("click", () => say(""));

  // Wishes
  const post = (path, text, type) => fetch(path, { method: "POST", body: text, headers: { "Content-Type": type }, cache: "no-store" });
  const name = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  // What waits belongs to the seat and the game in which it was asked for. All tabs keep theirs in one store.
  const place = body.dataset.place;
  const stored = () => { try { const kept = JSON.parse(store.read(UNSENT)); return Array.isArray(kept) ? kept : []; } catch { return []; } };
  const labels = (intents) => intents.map((intent) => intent.label).join("; ");
  const strays = stored().filter((intent) => intent.place !== place), over = new Set();
  let waiting = stored().filter((intent) => intent.place === place);
  const tellUnsent = () => {
    byId("unsent-what").textContent = labels(waiting);
    byId("unsent").hidden = !waiting.length || !(failed || body.classList.contains("lost"));
  };
  const keep = () => {
    const own = new Set(waiting.map((intent) => intent.id));
    const others = stored().filter((intent) => intent.place === place && !own.has(intent.id) && !over.has(intent.id));
    const all = [...others, ...waiting];
    store.write(UNSENT, all.length ? JSON.stringify(all) : null); tellUnsent();
  };
  const drop = (intent) => { over.add(intent.id); waiting = waiting.filter((each) => each !== intent); };
  byId("take-back").addEventListener("click", () => { waiting.forEach(drop); failed = false; keep(); say(body.dataset.taken); });
  const hear = (intent, reply) => {
    const taken = reply.answer === "noted" || (reply.answer === "done" && !reply.text);
    say(taken ? "" : reply.text, reply.picture);
    if (!taken) return;
    acted = performance.now(); toast(`✓ ${intent.label}${reply.text ? ` · ${reply.text}` : ""}`);
    if (reply.answer === "noted") answeredOf = asked();
  };
  const flush = async () => {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length) {
        const intent = waiting[0], { id, kind, values } = intent;
        const answer = await post("/intent", JSON.stringify({ id, place, kind, values }), "application/json");
        if (answer.status === 401) { check(); break; }  // the seat is gone: it waits for whoever sits here again
        if (answer.status === 429) { setTimeout(flush, RETRY_MS); break; }
        if (answer.status >= 500) throw new Error("table");
        failed = false;
        drop(intent);
        keep();
        if (answer.ok) hear(intent, await answer.json());
      }
    } catch { failed = true; keep(); setTimeout(flush, RETRY_MS); } finally {
      sending = false;
      if (!waiting.length) for (const button of document.querySelectorAll("main button[disabled]")) button.disabled = false;
    }
  };
  const lacking = (form) => Array.from(form.querySelectorAll("fieldset[data-least]")).find((set) => {
    const chosen = set.querySelectorAll("input:checked").length;
    return chosen < Number(set.dataset.least) || chosen > Number(set.dataset.most);
  });
  const chosen = (form) => Array.from(form.querySelectorAll("input:checked, select, input[type=number]"), (each) =>
    (each.matches("select") ? each.selectedOptions[0]?.textContent : each.matches("[type=number]") ? each.value : each.nextElementSibling?.dataset.label || each.nextElementSibling?.textContent) || "")
    .map((each) => each.trim()).filter(Boolean).join(", ");
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.getAttribute("action") !== "/intent") return;
    event.preventDefault();
    const missing = lacking(form);
    if (missing) { say(body.dataset.unfit); missing.scrollIntoView({ block: "center" }); missing.querySelector("input").focus({ preventScroll: true }); return; }
    const data = new FormData(form), values = {};
    if (button && button.name) data.append(button.name, button.value);
    for (const [key, value] of data) if (!["id", "place", "kind"].includes(key)) (values[key.split(".")[0]] ||= []).push(String(value));
    const kind = String(data.get("kind")), asked = JSON.stringify([kind, values]);
    if (waiting.some((intent) => JSON.stringify([intent.kind, intent.values]) === asked)) return;  // tapped twice
    const title = form.querySelector(".label"), label = [title, button].filter(Boolean).map((each) => each.dataset.label || each.textContent.trim()).concat(chosen(form) || []).join(": ");
    waiting.push({ id: name(), place, kind, values, label });
    if (button) button.disabled = true;
    acted = performance.now(); say(""); keep(); flush();
  });
  keep(); flush(); reconnect(version); count(); tell(); nudge();
  if (strays.length) say(`${body.dataset.elsewhere} ${labels(strays)}`);
})();
