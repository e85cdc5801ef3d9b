// A page in every dress: what axe finds in both themes at three widths, target sizes included.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const WIDTHS = [360, 768, 1280];
const THEMES = ["light", "dark"];

/** Waits until colors have changed: halfway between two themes nothing has the contrast of either. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** What axe finds, one line for each element. */
export async function violations(page: Page): Promise<string[]> {
  await settle(page);
  await page.evaluate(axe);
  const results = await page.evaluate(() => {
    // axe was put into the page a line above.
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } };
    return axe.run(document, { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] });
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`),
  );
}

/** What axe finds in both themes at three widths, and where the page is wider than its window. */
export async function inEveryDress(page: Page) {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((name) => document.documentElement.classList.toggle("dark", name === "dark"), theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const line of await violations(page)) found.push(`${theme} ${width} ${line}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) found.push(`${theme} ${width} the page is ${wide} px wide`);
    }
  }
  return found;
}
