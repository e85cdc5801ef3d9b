// How soon the screens answer a touch or a key, with the processor at a quarter of its speed: one JSON line per interaction.
// The browser's own event timing says it: the longest from an input to the next paint, in steps of 8 ms.
// node interactions.mjs <address> <chromium> <runs> <session>
import { setTimeout as wait } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [address, executablePath, runs, session] = process.argv.slice(2);
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const DESK = { width: 1280, height: 900 };
const SETTLED = 1500;

const press = (name) => (page) => page.locator(`::-p-aria([name="${name}"])`).setTimeout(5000).click();
const find = (selector) => (page) => page.locator(selector).setTimeout(5000).click();
const type = (selector, words) => async (page) => {
  await page.locator(selector).setTimeout(5000).click();
  await page.keyboard.type(words, { delay: 60 });
};

const choose = (selector) => async (page) => {
  await page.locator(selector).setTimeout(5000).wait();
  await page.focus(selector);
  await page.keyboard.press("ArrowDown");
};

const PUBLIC = [
  ["/", "open the menu", press("Open menu")],
  ["/", "switch the theme", find("button[aria-label^='Switch to']")],
  ["/", "next testimonial", press("Next quote")],
  ["/", "open the quote dialog", find("main button ::-p-text(Quote)")],
  ["/residential", "open a question", find("main h3 button")],
  ["/gallery", "move the day and night divider", find("[role=slider]")],
  ["/gallery", "filter the projects", find("main [role=group] button:nth-of-type(2)")],
  ["/financing", "move a slider of the calculator", find("main input[type=range]")],
  ["/support", "write a message", type("main form input[name=name]", "Lantern")],
];
const PANEL = [
  ["/panel", "fold the sidebar", press("Toggle sidebar")],
  ["/panel/leads", "filter by status", choose("main select")],
  ["/panel/leads", "search while typing", type("main input[type=search]", "hana")],
  ["/panel/leads", "open a new lead", press("New Lead")],
  ["/panel/leads", "write in the dialog", async (page) => {
    await press("New Lead")(page);
    await type("[role=dialog] input[name=name]", "Hana")(page);
  }],
  ["/panel/leads", "scroll through further pages", async (page) => {
    for (let turn = 0; turn < 12; turn++) {
      await page.keyboard.press("End");
      await wait(400);
    }
  }],
  ["/panel/tickets", "filter by status", choose("main select")],
  ["/panel/work-orders", "open a new work order", press("New Work Order")],
  ["/panel/clients", "open a new client", press("New Client")],
];

/** Notes the longest interaction, from before the page's own scripts. */
function watch() {
  let longest = 0;
  const note = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  window.longestInteraction = () => {
    note(observer.takeRecords());
    return longest;
  };
  observer.observe({ type: "event", durationThreshold: 16, buffered: true });
}

async function measure(browser, where, [path, what, act]) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const said = { where, what: `${what} (${path})`, milliseconds: null, why: null };
  try {
    await page.setViewport(where === "public" ? PHONE : DESK);
    if (where === "panel") await context.setCookie({ name: "duskline_session", value: session, domain: "127.0.0.1", path: "/" });
    await page.evaluateOnNewDocument(watch);
    await page.goto(`${address}${path}`, { waitUntil: "networkidle2", timeout: 30_000 });
    await wait(SETTLED);
    await page.emulateCPUThrottling(4);
    await act(page);
    await wait(SETTLED);
    said.milliseconds = await page.evaluate(() => window.longestInteraction() || 8);
  } catch (error) {
    said.why = String(error.message).split("\n")[0];
  } finally {
    await context.close();
  }
  console.log(JSON.stringify(said));
}

const browser = await puppeteer.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
for (let run = 0; run < Number(runs); run++) {
  for (const one of PUBLIC) await measure(browser, "public", one);
  for (const one of PANEL) await measure(browser, "panel", one);
}
await browser.close();
