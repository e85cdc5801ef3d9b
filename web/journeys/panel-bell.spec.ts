// The bell: asked once a minute, opened and read.
import { expect, fresh, make, signIn, test } from "./staff";

test.use({ account: "sales" });

test("tells what is new, and opens it", async ({ page, open, browser, baseURL }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/panel/bell") && asked.push(request.url()));
  await page.clock.install();
  await open("/panel/work-orders", "No access");
  const bell = page.getByRole("button", { name: /^Bell/ });
  await expect(bell).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  const other = await browser.newContext({ baseURL: baseURL ?? "" });
  const manager = await other.newPage();
  await signIn(manager, "branch");
  const name = fresh("Belle Eaves");
  await make(manager, "leads", { name, email: "belle@example.com" });
  const another = fresh("Bea Eaves");
  await make(manager, "leads", { name: another, email: "bea@example.com" });
  await other.close();
  await page.clock.fastForward(50_000);
  expect(asked.length).toBe(1);
  await page.clock.fastForward(11_000);
  await expect.poll(() => asked.length).toBe(2);
  await expect(bell).toHaveAccessibleName(/Bell: \d+ new/);
  await bell.click();
  const news = page.getByRole("dialog", { name: "What's New" });
  const item = news.getByRole("button", { name });
  await expect(item).toContainText("not read");
  await item.click();
  await expect(page.getByRole("dialog").getByRole("heading", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  await bell.click();
  await expect(item).toBeVisible();
  await expect(item).not.toContainText("not read");
  const all = news.getByRole("button", { name: "Mark All Read" });
  await all.press("Enter");
  await expect(news.getByRole("button", { name: another })).not.toContainText("not read");
  await expect(all).toBeDisabled();
  await expect(all).toBeFocused();
});
