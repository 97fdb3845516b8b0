"use strict";
// When a player is asked something, or the turn comes round, the phone shakes, sounds if nobody has touched it for a
// while, and the page's title says so. And the screen stays on. Each as far as the browser allows it; where it does
// not, a sentence says so.
(() => {
  const IDLE_MS = 10000, SHAKE_MS = [90, 60, 90], TONES_HZ = [660, 880], TONE_S = 0.16, LOUD = 0.2;
  const title = document.title;
  let touched = performance.now(), audio = null, lock = null, asking = false;

  const store = {
    isOff: (name) => { try { return localStorage.getItem(name) === "off"; } catch { return false; } },
    turn: (name, off) => { try { off ? localStorage.setItem(name, "off") : localStorage.removeItem(name); } catch { /* private mode */ } },
  };

  // The screen
  const hold = async () => {
    if (!navigator.wakeLock || lock || asking || document.hidden || store.isOff("awake")) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
      if (store.isOff("awake")) lock.release();
    } catch { /* the battery is low, say; the next touch tries again */ } finally { asking = false; }
  };
  const letGo = () => { if (lock) lock.release(); };

  // The sound, which a browser allows once somebody has touched the page
  const unlock = () => {
    touched = performance.now();
    if (store.isOff("sound") || !window.AudioContext) return;
    audio ||= new AudioContext();
    audio.resume().catch(() => {});
  };
  const sound = () => {
    if (!audio || audio.state !== "running" || store.isOff("sound")) return;
    TONES_HZ.forEach((hz, number) => {
      const tone = audio.createOscillator(), volume = audio.createGain(), from = audio.currentTime + number * TONE_S;
      tone.frequency.value = hz;
      volume.gain.setValueAtTime(LOUD, from); volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_S);
      tone.connect(volume).connect(audio.destination); tone.start(from); tone.stop(from + TONE_S);
    });
  };
  for (const kind of ["click", "keydown"]) addEventListener(kind, () => { unlock(); hold(); }, true);
  document.addEventListener("visibilitychange", hold);
  hold();

  // The notification, only while the page is hidden; phones show one through a worker alone
  const bell = document.querySelector('[data-switch="notify"]'), TAG = "asked";
  const lacks = (name) => { const line = document.querySelector(`[data-lacks="${name}"]`); if (line) line.hidden = false; };
  const wanted = () => { try { return localStorage.getItem("notify") === "on"; } catch { return false; } };
  let worker = null;
  const hire = async () => {
    worker = await navigator.serviceWorker.register(bell.dataset.worker);
    return worker;
  };
  const granted = () => bell && wanted() && Notification.permission === "granted";
  const withdraw = async () => {
    if (worker) for (const each of await worker.getNotifications({ tag: TAG })) each.close();
  };
  const notify = () => {
    if (!document.hidden || !worker || !granted()) return;
    worker.showNotification(document.title, { tag: TAG, renotify: true, icon: bell.dataset.icon }).catch(() => {});
  };
  const canNotify = isSecureContext && "Notification" in window && "serviceWorker" in navigator;
  const deny = () => { lacks("notify_no"); if (bell) bell.hidden = true; };
  const show = () => { if (bell) bell.setAttribute("aria-pressed", String(granted())); };
  if (bell && !canNotify) { bell.hidden = true; if (isSecureContext) lacks("notify_no"); }
  if (bell && canNotify) {
    if (Notification.permission === "denied") deny();
    else if (granted()) hire().catch(deny);
    bell.addEventListener("click", async () => {
      const on = !granted();
      try { localStorage.setItem("notify", on ? "on" : "off"); } catch { /* private mode */ }
      try {
        if (on && await Notification.requestPermission() === "granted") await hire();
        else if (on) deny();
      } catch { deny(); }
      show();
    });
    show();
  }

  const name = () => {
    const what = ["#task .pause > h2", "#task .own > h2", "#task .yours > p"].map((each) => document.querySelector(each)).find(Boolean);
    document.title = what ? `● ${what.textContent} – ${title}` : title;
  };
  document.addEventListener("asked", () => {
    name(); notify();
    if (navigator.vibrate && (navigator.userActivation?.hasBeenActive ?? true)) navigator.vibrate(SHAKE_MS);  // else browsers complain
    if (document.hidden || performance.now() - touched > IDLE_MS) sound();
  });
  document.addEventListener("goes-on", name);
  document.addEventListener("answered", () => { document.title = title; withdraw(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) withdraw(); });

  // What may be turned off, and what this browser does not do
  const turned = { awake: () => { store.isOff("awake") ? letGo() : hold(); } };
  for (const button of document.querySelectorAll('[data-switch]:not([data-switch="notify"])')) {
    const name = button.dataset.switch, show = () => button.setAttribute("aria-pressed", String(!store.isOff(name)));
    button.addEventListener("click", () => { store.turn(name, !store.isOff(name)); show(); turned[name]?.(); });
    show();
  }
  if (!navigator.wakeLock) {
    document.querySelector('[data-switch="awake"]').hidden = true;
    lacks(isSecureContext ? "awake_no" : "awake_http");
  }
  if (!navigator.vibrate) lacks("shake_no");
})();
