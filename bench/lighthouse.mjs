// Runs Lighthouse over pages in turns and prints one JSON line per run: scores, paints, bytes, and how busy the machine was.
// node lighthouse.mjs <address> <chromium> <runs> <page>...
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [address, chromePath, runs, ...pages] = process.argv.slice(2);
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
const LONGEST_WAIT = 20;
const QUIET = 0.5;

/** Cores in use during one second, by anybody. */
async function busyCores() {
  const read = () => readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number);
  const before = read();
  await wait(1000);
  const after = read();
  const spent = after.map((ticks, place) => ticks - before[place]);
  const idle = spent[3] + spent[4];
  const all = spent.slice(0, 8).reduce((sum, ticks) => sum + ticks, 0);
  const cores = readFileSync("/proc/stat", "utf8").match(/^cpu\d+/gm).length;
  return (1 - idle / all) * cores;
}

async function quietMoment() {
  for (let tries = 0; ; tries++) {
    const busy = await busyCores();
    if (busy <= QUIET || tries >= LONGEST_WAIT) return busy;
  }
}

const audit = (report, name) => report.audits[name]?.numericValue ?? null;

for (let run = 0; run < Number(runs); run++) {
  for (const page of pages) {
    const busy = await quietMoment();
    const chrome = await launch({ chromePath, chromeFlags: FLAGS, logLevel: "silent" });
    try {
      const { lhr } = await lighthouse(`${address}${page}`, { port: chrome.port, output: "json", logLevel: "silent" });
      const requests = lhr.audits["network-requests"].details.items;
      const score = (name) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
      const failed = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter(({ id: name, weight }) => weight > 0 && id !== "performance" && lhr.audits[name].score !== null && lhr.audits[name].score < 1)
          .map(({ id: name }) => name),
      );
      console.log(
        JSON.stringify({
          page, busy, benchmark: lhr.environment.benchmarkIndex, failed,
          performance: score("performance"), accessibility: score("accessibility"),
          practices: score("best-practices"), seo: score("seo"),
          fcp: audit(lhr, "first-contentful-paint"), lcp: audit(lhr, "largest-contentful-paint"),
          tbt: audit(lhr, "total-blocking-time"), cls: audit(lhr, "cumulative-layout-shift"),
          bytes: requests.reduce((sum, { transferSize }) => sum + (transferSize || 0), 0),
          requests: requests.length,
          foreign: requests.filter(({ url }) => !url.startsWith(address) && !url.startsWith("data:")).length,
          error: lhr.runtimeError?.message ?? null,
        }),
      );
    } finally {
      chrome.kill();
    }
  }
}
