// Every public page as a visitor first meets it: served whole, taken over by React, and quiet in the console.
import { expect, test } from "@playwright/test";
import { PUBLIC } from "./site-visitor";

const PAGES = [...PUBLIC, "/login"];

/** What the console may say: without a measurement id events are not recorded (product.md, rule 32). */
const EXPECTED = "No analytics measurement id is set: events are not recorded.";

for (const path of PAGES) {
  test(`${path} opens without a complaint @both`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const bad = message.type() === "error" || message.type() === "warning";
      if (bad && message.text() !== EXPECTED) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.locator("h1")).toHaveCount(1);
    await page.locator("body").press("Tab");
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
  });
}

test("an unknown address shows the 404 page @both", async ({ page }) => {
  const answer = await page.goto("/nope");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});
