// The panel's service worker. Without a network it answers for the panel and the sign-in: their two documents, and the files that the
// build lists here (worker/listing.ts). Everything else, calls and photos above all, goes to the server as if it were not there.
// A new one waits until every tab of the old one is closed; the files of the build before stay for tabs that are still open.
const files = ["%FILES%"];
const entry = files[0];
const documents = ["/panel", "/login"];
const ours = "panel-";
const name = `${ours}%BUILD%`;
const patience = 3000;

async function fill() {
  const cache = await caches.open(name);
  await cache.addAll([...documents, ...files]);
}

async function tidy() {
  const others = (await caches.keys()).filter((key) => key.startsWith(ours) && key !== name);
  await Promise.all(others.slice(0, -1).map((key) => caches.delete(key)));
}

/** Which document stands at an address. */
const documentAt = (path) => documents.find((one) => path === one || (one === "/panel" && path.startsWith("/panel/")));

/** Keeps a document that is newer than the build's, with the company's facts of today; one of another build has other files. */
async function keep(path, answer) {
  if (!answer.ok || !(await answer.clone().text()).includes(entry)) return;
  await (await caches.open(name)).put(path, answer);
}

/** From the server, or the kept one where it does not answer in time. */
async function document(event, path) {
  // biome-ignore lint/style/noRestrictedGlobals: it stands between the panel and the server
  const asked = fetch(event.request);
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer && answer.status < 500) {
    event.waitUntil(keep(path, answer.clone()));
    return answer;
  }
  return (await (await caches.open(name)).match(path, { ignoreVary: true })) ?? asked;
}

/** A built file never changes: the one that is kept is as good, and may be of a build that the server has no more. */
async function file(request) {
  // biome-ignore lint/style/noRestrictedGlobals: it stands between the panel and the server
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

addEventListener("install", (event) => {
  event.waitUntil(fill());
  // Where a browser can take files out of the cache by itself, it need not start this script for each.
  event.addRoutes?.([{ condition: { urlPattern: "/assets/*" }, source: "cache" }]);
});
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  const path = mode === "navigate" && documentAt(pathname.toLowerCase());
  if (path) event.respondWith(document(event, path));
  else if (pathname.startsWith("/assets/")) event.respondWith(file(event.request));
});
