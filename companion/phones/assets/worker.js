"use strict";
// Shows notifications for pages, as phones want it; a touch on one brings the page back.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return page ? page.focus() : self.clients.openWindow("/");
  })());
});
