// A page in every dress: what axe finds in both themes at three widths, target sizes included.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A phone, a tablet, a desk. */
const WIDTHS = [390, 768, 1280];
/** The narrowest phone: what fits there in width is asked without asking axe once more. */
const NARROWEST = 360;

/** Waits until colors have changed: halfway between two themes nothing has the contrast of either. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    // What moves with the page stands as long as the page does.
    const own = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const ending = own.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // Asked frame by frame: out of sight one may end without a frame, and then tells nobody.
    while (ending.some(({ playState }) => playState === "running")) await new Promise(requestAnimationFrame);
  });

/** The rules whose answer hangs on colors: all that a theme changes. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];
/** And those whose answer hangs on where a part stands: all that a width changes where it shows the same parts. */
const OF_PLACE = [...OF_COLORS, "target-size", "scrollable-region-focusable", "css-orientation-lock"];

/** What axe finds, one line for each element; by some rules, or by all. */
export async function violations(page: Page, only?: string[]): Promise<string[]> {
  await settle(page);
  // Once for each document: it is half a megabyte.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    // axe was put into the page a line above.
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } };
    const rules = runOnly ? { runOnly, preload: false } : { rules: { "target-size": { enabled: true } } };
    // A letter in its preview is a document of its own, which no script enters.
    const { violations } = await axe.run(document, { ...rules, iframes: false, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`),
    );
  }, only);
}

/** Sets a width, and tells where the page is wider than its window. */
async function atWidth(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  return wide > width ? [`${width} the page is ${wide} px wide`] : [];
}

/** Whether another width showed just the parts that this one does; remembered in the document. */
const showsTheSame = (page: Page) =>
  page.evaluate(() => {
    const kept = window as unknown as { shown?: Set<Element>[] };
    const now = new Set([...document.body.querySelectorAll("*")].filter((part) => part.checkVisibility()));
    kept.shown ??= [];
    const same = kept.shown.some((then) => then.size === now.size && [...now].every((part) => then.has(part)));
    kept.shown.push(now);
    return same;
  });

/**
 * What axe finds in both themes at three widths, and where the page is wider than its window. Where another width shows
 * other parts every rule is asked anew; another theme, at the same width, has only other colors.
 */
export async function inEveryDress(page: Page) {
  const found = await atWidth(page, NARROWEST);
  await page.evaluate(() => {
    delete (window as { shown?: unknown }).shown;
  });
  for (const width of WIDTHS) {
    for (const line of await atWidth(page, width)) found.push(line);
    const inLight = (await showsTheSame(page)) ? OF_PLACE : undefined;
    for (const [theme, rules] of [
      ["light", inLight],
      ["dark", OF_COLORS],
    ] as const) {
      await page.evaluate((name) => document.documentElement.classList.toggle("dark", name === "dark"), theme);
      for (const line of await violations(page, rules)) found.push(`${theme} ${width} ${line}`);
    }
  }
  return found;
}
