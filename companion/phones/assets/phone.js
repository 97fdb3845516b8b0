"use strict";
// The page works without this: forms are sent as they are. With it, changes arrive by themselves, what is wished goes
// out at most once, and a lost connection shows.
(() => {
  const LOST_AFTER_MS = 3000, RETRY_MS = 1000, READ_MS = 9000, UNSENT = "unsent";
  const body = document.body, byId = (id) => document.getElementById(id);
  let epoch = body.dataset.epoch, version = Number(body.dataset.version), heard = performance.now(), stream = null, sending = false;

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
  };
  document.querySelector("nav").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) { event.preventDefault(); showTab(link.dataset.tab); scrollTo(0, 0); }
  });
  showTab("now");

  // Changes
  const hasTask = () => !!document.querySelector("#task .own");
  let owed = hasTask();
  const apply = (change) => {
    if (change.epoch !== epoch && change.since !== null) return reconnect(null);
    if (change.since !== null && change.since !== version) return reconnect(null);
    for (const [name, html] of Object.entries(change.sections)) {
      const place = byId(name);
      if (place) Idiomorph.morph(place, html, { morphStyle: "innerHTML", ignoreActiveValue: true });
    }
    epoch = change.epoch; version = change.version;
    if (hasTask() && !owed) {
      if (body.dataset.tab !== "now") document.querySelector('nav a[data-tab="now"]').classList.add("calls");
      if (navigator.vibrate) navigator.vibrate(80);
    }
    owed = hasTask();
    count();
    post("/seen", JSON.stringify({ version }), "application/json").catch(() => {});
  };
  const alive = () => { heard = performance.now(); if (body.classList.contains("lost")) { body.classList.remove("lost"); byId("cut-off").hidden = true; flush(); } };
  const reconnect = (since) => {
    if (stream) stream.close();
    stream = new EventSource(since === null ? "/events" : `/events?since=${since}&epoch=${epoch}`);
    stream.addEventListener("change", (event) => { alive(); apply(JSON.parse(event.data)); });
    stream.addEventListener("beat", alive);
    stream.addEventListener("away", () => { stream.close(); location.replace("/"); });
    stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) setTimeout(check, RETRY_MS); });
  };
  const check = async () => {  // closed for good: either the seat is gone, or the table is
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      if (answer.status === 401) return location.replace("/");
      if (answer.ok) { alive(); apply({ ...(await answer.json()), since: null }); return reconnect(version); }
    } catch { /* still away */ }
    setTimeout(check, RETRY_MS);
  };
  setInterval(() => {
    if (performance.now() - heard <= LOST_AFTER_MS) return;
    if (!body.classList.contains("lost")) { body.classList.add("lost"); byId("cut-off").hidden = false; }
    if (performance.now() - heard > 3 * LOST_AFTER_MS) { heard = performance.now() - LOST_AFTER_MS - 1; reconnect(version); }
  }, 500);
  addEventListener("visibilitychange", () => { if (!document.hidden) reconnect(version); });
  addEventListener("online", () => reconnect(version));
  addEventListener("offline", () => { body.classList.add("lost"); byId("cut-off").hidden = false; heard = -Infinity; });

  // The pause that everybody has
  let ticking = 0;
  const count = () => {
    clearInterval(ticking);
    const pause = document.querySelector("[data-left-ms]");
    if (!pause) return;
    const ends = performance.now() + Number(pause.dataset.leftMs);
    const show = () => { const line = pause.querySelector(".count"); if (line) line.textContent = String(Math.max(0, Math.ceil((ends - performance.now()) / 1000))); };
    show(); ticking = setInterval(show, 250);
  };

  // Wishes
  const post = (path, text, type) => fetch(path, { method: "POST", body: text, headers: { "Content-Type": type }, cache: "no-store" });
  const name = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const wishes = () => JSON.parse(store.read(UNSENT) || "[]");
  let waiting = wishes();
  const keep = () => { store.write(UNSENT, waiting.length ? JSON.stringify(waiting) : null); byId("unsent").hidden = waiting.length === 0; };
  let said = 0;
  const say = (text) => {
    const line = byId("reply"); line.textContent = text; line.hidden = !text;
    clearTimeout(said); if (text) said = setTimeout(() => { line.hidden = true; }, READ_MS);
  };
  const flush = async () => {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length) {
        const answer = await post("/wish", JSON.stringify(waiting[0]), "application/json");
        if (answer.status === 429) { setTimeout(flush, RETRY_MS); break; }
        if (answer.status >= 500) throw new Error("table");
        waiting.shift(); keep();
        if (answer.ok) say((await answer.json()).text);
      }
    } catch { keep(); setTimeout(flush, RETRY_MS); } finally { sending = false; for (const button of document.querySelectorAll("button[disabled]")) button.disabled = false; }
  };
  const enough = (form) => Array.from(form.querySelectorAll("fieldset[data-least]")).every((set) => {
    const chosen = set.querySelectorAll("input:checked").length;
    return chosen >= Number(set.dataset.least) && chosen <= Number(set.dataset.most);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (button && button.dataset.sure && !confirm(button.dataset.sure)) return event.preventDefault();
    if (form.getAttribute("action") !== "/wish") return;
    event.preventDefault();
    if (!enough(form)) { const first = form.querySelector("fieldset[data-least]"); first.scrollIntoView({ block: "center" }); first.querySelector("input").focus(); return; }
    const data = new FormData(form), values = {};
    if (button && button.name) data.append(button.name, button.value);
    for (const [key, value] of data) if (key !== "id" && key !== "kind") (values[key.split(".")[0]] ||= []).push(String(value));
    waiting.push({ id: name(), kind: String(data.get("kind")), values });
    if (button) button.disabled = true;
    say(""); store.write(UNSENT, JSON.stringify(waiting));
    setTimeout(() => { byId("unsent").hidden = waiting.length === 0; }, 1500);
    flush();
  });
  keep(); flush(); reconnect(version); count();
})();
