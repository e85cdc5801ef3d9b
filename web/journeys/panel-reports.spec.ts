// Reports kept under a name: the forecast is saved, mailed, renamed and deleted by keys, each with its way back; and every report fits its sheet.
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect, fresh, test, toast } from "./staff";

test.use({ account: "admin", contextOptions: { reducedMotion: "reduce" } });

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

test("the forecast is saved, opened, mailed, renamed and deleted by keys, and brought back", async ({ page, open }) => {
  const name = fresh("Six weeks");
  await open("/panel/reports?report=forecast", "Reports");
  await page.getByRole("button", { name: /^Saved/ }).press("Enter");
  await press(page, "Save the Report That Is Shown");
  await expect(dialog(page).getByLabel("Name", { exact: true })).toBeFocused();
  await expect(dialog(page)).toContainText("It is always about the next six weeks.");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(toast(page, `Saved as ${name}`)).toBeVisible();
  const weekly = page.getByRole("button", { name: `Send me ${name} every Monday` });
  await weekly.press("Enter");
  await expect(weekly).toHaveAttribute("aria-pressed", "true");

  const other = fresh("Ahead");
  await test.step("another name, and the former one again", async () => {
    await press(page, `Rename or share ${name}`);
    await expect(dialog(page).getByLabel("Name", { exact: true })).toBeFocused();
    expect(await inEveryDress(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(other);
    await page.keyboard.press("Enter");
    await expect(toast(page, `Renamed to ${other}`)).toBeVisible();
    await expect(page.getByRole("button", { name: `Rename or share ${other}` })).toBeFocused();
    await press(page, "Undo");
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  });

  await test.step("deleted and brought back, it is still sent every Monday", async () => {
    await press(page, `Delete ${name}`);
    await expect(toast(page, `${name} was deleted`)).toBeVisible();
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await press(page, "Undo");
    await expect(weekly).toHaveAttribute("aria-pressed", "true");
    expect(await inEveryDress(page)).toEqual([]);
  });

  await page.goto("/panel/reports?report=sales");
  await page.getByRole("button", { name: /^Saved/ }).press("Enter");
  await press(page, name);
  await expect(page).toHaveURL(/report=forecast/);
  await expect(page.getByRole("region", { name: "Open leads by stage" })).toBeVisible();
});

/** CSS pixels that a sheet leaves between margins of 12 mm, lying: A4 and Letter. */
const SHEETS = [
  ["A4", 297],
  ["Letter", 279.4],
] as const;
const wide = (millimeters: number) => Math.floor(((millimeters - 24) / 25.4) * 96);

/** What reaches over the right edge of the sheet, or is hidden there by what holds it. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    return [...document.querySelectorAll("[data-report] :is(th, td, p, dt, dd, svg)")]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > edge)
      .map((part) => `${part.tagName} ${part.textContent}`);
  });

test("no column of a report is cut on paper", async ({ page, open }) => {
  await open("/panel/reports", "Reports");
  const reports: { name: string; measures: { id: string }[] }[] = await (
    await page.request.get("/api/panel/reports")
  ).json();
  expect(reports.length).toBe(7);
  const most = reports.find(({ name }) => name === "custom")?.measures.slice(0, 12);
  for (const { name } of reports) {
    const chosen = name === "custom" ? `&measures=${most?.map(({ id }) => id).join(",")}` : "";
    await page.emulateMedia({ media: "screen" });
    await page.goto(`/panel/reports?report=${name}${chosen}`);
    await expect(page.locator("[data-report] article")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    for (const [sheet, millimeters] of SHEETS) {
      await page.setViewportSize({ width: wide(millimeters), height: 800 });
      expect.soft(await cut(page), `${name} on ${sheet}`).toEqual([]);
    }
  }
  // Without the sheet's own rules a table of twelve columns would be.
  await page.locator("[data-report] > style").evaluate((style) => style.remove());
  expect(await cut(page)).not.toEqual([]);
});
