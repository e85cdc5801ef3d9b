// Photos in the studio as a visitor on a phone would light them: chosen, edges found by one press, dusk, saved. One JSON line per photo.
// node photos.mjs <address> <chromium> <folder> <photo>...
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = createRequire(fileURLToPath(new URL("../web/package.json", import.meta.url)));
const { chromium } = web("@playwright/test");
const [address, executablePath, folder, ...photos] = process.argv.slice(2);
const PATIENCE = 120_000;

const browser = await chromium.launch({ executablePath: executablePath || undefined });
const page = await browser.newPage({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  reducedMotion: "reduce",
});
page.setDefaultTimeout(PATIENCE);
const told = () => page.locator(".studio-view [role=status]").textContent();

async function lit(photo, number) {
  const [before, after] = ["edges.jpg", "dusk.png"].map((name) => join(folder, `${number}-${name}`));
  await page.goto(`${address}/residential?studio`);
  const chosen = performance.now();
  await page.getByLabel("Choose a Photo: file").setInputFiles(photo);
  const refused = page.locator(".studio-told [role=status]", { hasNotText: /^$|[.]{3}$/ });
  await page.locator(".studio-bench").or(refused).first().waitFor();
  if (await refused.count()) return { said: [await refused.textContent()] };
  const opened = performance.now() - chosen;
  const said = [await told()];
  await page.getByRole("button", { name: "Find the Edges for Me" }).tap();
  await page.waitForFunction(() => /found|No clear/.test(document.querySelector(".studio-view [role=status]")?.textContent));
  said.push(await told());
  await page.locator(".studio-frame").screenshot({ path: before, type: "jpeg", quality: 92 });
  const asked = performance.now();
  await page.getByRole("button", { name: "Dusk" }).first().tap();
  await page.waitForSelector(".studio-dusk:is([data-drawing=live], [data-drawing=still])", { state: "attached" });
  const dusk = performance.now() - asked;
  await page.getByRole("button", { name: "Save or Send" }).tap();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Picture" }).tap();
  await (await saved).saveAs(after);
  return { said: said.filter(Boolean), before, after, milliseconds: { opened: Math.round(opened), dusk: Math.round(dusk) } };
}

for (const [i, photo] of photos.entries()) {
  console.log(JSON.stringify({ name: basename(photo), ...(await lit(photo, i + 1)) }));
}
await browser.close();
