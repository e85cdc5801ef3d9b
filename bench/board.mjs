// How soon a week of many visits is shown, and the longest frame while a card is pulled over it: one JSON line per run.
// node board.mjs <address> <chromium> <runs> <session>
import { setTimeout as wait } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [address, executablePath, runs, session] = process.argv.slice(2);
const DESK = { width: 1440, height: 900 };
const SETTLED = 1500;
const STEPS = 60;

/** Notes when the board first shows a card, from before the page's own scripts. */
function watch() {
  const seen = new MutationObserver(() => {
    if (!document.querySelector("[data-board] [data-card]")) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shownAt = performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** From the last byte of the week's call to the frame that shows it. */
const mount = () => {
  const call = performance.getEntriesByType("resource").find(({ name }) => name.includes("/api/panel/schedule?"));
  return window.shownAt - call.responseEnd;
};

/** Notes the longest time between two frames from now on. */
function countFrames() {
  let [last, longest] = [performance.now(), 0];
  const next = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    window.longestFrame = longest;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}

async function pull(page) {
  const card = await page.$("[data-board] [data-card]");
  const board = await (await page.$("[data-board]")).boundingBox();
  const { x, y } = await card.boundingBox();
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20);
  await page.evaluate(countFrames);
  for (let step = 0; step <= STEPS; step += 1) {
    const [across, down] = [(step % 20) / 20, step / STEPS];
    await page.mouse.move(board.x + 60 + across * (board.width - 80), board.y + 60 + down * (board.height - 70));
    await wait(16);
  }
  await wait(300); // at the edge, where the board scrolls
  const frame = await page.evaluate(() => window.longestFrame);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return frame;
}

const browser = await puppeteer.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
});
for (let run = 0; run < Number(runs); run++) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(DESK);
  await context.setCookie({ name: "duskline_session", value: session, domain: "127.0.0.1", path: "/" });
  await page.evaluateOnNewDocument(watch);
  await page.goto(address, { waitUntil: "networkidle2", timeout: 30_000 });
  await page.waitForSelector("[data-board] [data-card]");
  await wait(SETTLED);
  console.log(JSON.stringify({ mount: await page.evaluate(mount), frame: await pull(page) }));
  await context.close();
}
await browser.close();
