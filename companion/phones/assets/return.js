"use strict";
// A phone whose seat is in another game waits here until that game is open again; its cookie still holds the seat.
(() => {
  const LOOK_MS = 2000;
  const look = async () => {
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      if (answer.ok) location.replace("/");
    } catch { /* no table is open */ }
  };
  setInterval(look, LOOK_MS);
  addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
})();
