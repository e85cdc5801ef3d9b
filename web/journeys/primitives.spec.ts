// Notices and tooltips, as hands and keys meet them (product.md, rule 104).
import type { Page } from "@playwright/test";
import { expect, signIn, test, toast } from "./staff";

test.use({ account: null });

const notices = (page: Page) => page.locator("[data-slot=toast]");

/** A notice, brought about as a visitor does. */
async function subscribe(page: Page) {
  const form = page.getByRole("contentinfo").locator("form");
  await form.getByLabel("Email").fill(`robin-${Math.random().toString(36).slice(2, 8)}@example.com`);
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(toast(page, "Success!")).toBeVisible();
}

test("a notice goes after five seconds, but waits while it is pointed at", async ({ page, visit }) => {
  await visit("/warranty");
  await subscribe(page);
  await notices(page).hover();
  await page.waitForTimeout(6500);
  await expect(notices(page)).toBeVisible();
  await page.mouse.move(10, 10);
  await expect(notices(page)).toHaveCount(0, { timeout: 7000 });
});

test("only one notice is seen at a time", async ({ page, visit }) => {
  await visit("/warranty");
  await subscribe(page);
  await notices(page).hover();
  await subscribe(page);
  await expect(notices(page)).toHaveCount(1);
});

test("F8 leads to the notices, Escape ends them", async ({ page, visit }) => {
  await visit("/warranty");
  await subscribe(page);
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notices (F8)" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(notices(page)).toHaveCount(0);
});

test("a notice pulled 50 px to the right goes, one pulled less stays", async ({ page, visit }) => {
  await visit("/warranty");
  await subscribe(page);
  await notices(page).evaluate((notice) => Promise.all(notice.getAnimations().map(({ finished }) => finished)));
  const box = await notices(page).boundingBox();
  if (!box) throw new Error("There is no notice.");
  const pull = async (distance: number) => {
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + distance, box.y + 10, { steps: 4 });
    await page.mouse.up();
  };
  await pull(40);
  await expect(notices(page)).toBeVisible();
  await pull(55);
  await expect(notices(page)).toHaveCount(0);
});

test("a tooltip opens after a while, gives way to the next one, and Escape ends it", async ({ page }) => {
  await signIn(page, "branch");
  await page.goto("/panel");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+b");
  const sidebar = page.getByRole("navigation", { name: "Sidebar" });
  const tooltip = page.getByRole("tooltip");
  await sidebar.getByRole("link", { name: "Leads" }).hover();
  await page.waitForTimeout(300);
  await expect(tooltip).toHaveCount(0);
  await expect(tooltip).toHaveText("Leads");
  const next = sidebar.getByRole("link", { name: "Clients" });
  await next.hover();
  // A hand never jumps: where the pointer goes decides whether it is on its way to the tooltip itself.
  await next.hover({ position: { x: 6, y: 6 } });
  await next.hover({ position: { x: 12, y: 12 } });
  await expect(tooltip).toHaveText("Clients");
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
});
