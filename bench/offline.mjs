// How soon Today stands without a network, from what the browser keeps: one JSON line per run. What goes over the line to keep it is the
// first line. The line is a socket between browser and server that is really cut, as on a roof.
// node offline.mjs <address> <chromium> <runs> <email> <password>
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [address, executablePath, runs, email, password] = process.argv.slice(2);
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };
const TODAY = "/panel/work-orders?view=today";
const KEPT = 2000;

const sockets = new Set();
const line = createServer((near) => {
  const far = connect(Number(new URL(address).port), "127.0.0.1");
  for (const socket of [near, far]) {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  }
  near.pipe(far).pipe(near);
});
await new Promise((resolve) => line.listen(0, "127.0.0.1", resolve));
const here = `http://127.0.0.1:${line.address().port}`;

/** Notes when Today first shows a visit, from before the page's own scripts. */
function watch() {
  const seen = new MutationObserver(() => {
    if (!document.querySelector("main [data-visit]")) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownAt = performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true });
}

const signIn = (name, secret) =>
  fetch("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: name, password: secret }),
  }).then(({ status }) => status);

/** What the worker's list weighs as it is sent. */
async function weigh() {
  const script = await (await fetch("/sw.js")).text();
  const files = JSON.parse(/const files = (\[.*?\]);/.exec(script)[1]);
  let bytes = 0;
  for (const file of files) {
    await (await fetch(file, { cache: "reload" })).arrayBuffer();
    bytes += performance.getEntriesByName(new URL(file, location.href).href).at(-1).encodedBodySize;
  }
  return bytes;
}

const browser = await puppeteer.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});
const first = await browser.newPage();
await first.goto(`${here}/login`, { waitUntil: "networkidle2" });
const status = await first.evaluate(signIn, email, password);
if (status !== 200) throw new Error(`Nobody was signed in: ${status}.`);
console.log(JSON.stringify({ bytes: await first.evaluate(weigh) }));
await first.goto(here + TODAY, { waitUntil: "networkidle2" });
await first.waitForSelector("main [data-visit]");
await first.evaluate(async () => void (await navigator.serviceWorker.ready));
await wait(KEPT);
line.close();
for (const socket of sockets) socket.destroy();
for (let run = 0; run < Number(runs); run++) {
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  const tools = await page.createCDPSession();
  await tools.send("ServiceWorker.enable");
  await tools.send("ServiceWorker.stopAllWorkers"); // a phone from the pocket starts it too
  await page.evaluateOnNewDocument(watch);
  await page.goto(here + TODAY, { waitUntil: "load" });
  await page.waitForFunction(() => window.shownAt);
  console.log(JSON.stringify({ shown: await page.evaluate(() => window.shownAt) }));
  await page.close();
}
await browser.close();
