// Stands in the worker's place where the server was told DUSKLINE_OFFLINE=off: it takes over at once, removes what the worker kept, and
// itself. What people have not sent yet lies elsewhere and stays.
async function end() {
  const kept = (await caches.keys()).filter((key) => key.startsWith("panel-"));
  await Promise.all(kept.map((key) => caches.delete(key)));
  await registration.unregister();
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));
