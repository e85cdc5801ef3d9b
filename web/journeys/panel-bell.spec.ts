// The bell: asked once a minute, opened and read.
import { expect, fresh, make, signIn, test, toast } from "./staff";

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
  const news = page.getByRole("dialog", { name: "Notifications" });
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

test("is told what one wants to be told, and takes it back", async ({ page, open }) => {
  await open("/panel/work-orders", "No access");
  await page.getByRole("button", { name: /^Bell/ }).press("Enter");
  await page.getByRole("button", { name: "Preferences" }).press("Enter");
  const preferences = page.getByRole("dialog", { name: "Notification Preferences" });
  const shown = preferences.getByRole("checkbox", { name: "New message: in the panel" });
  await expect(shown).toBeChecked();
  await shown.press("Space");
  await expect(toast(page, "Saved")).toBeVisible();
  await expect(shown).not.toBeChecked();
  await expect(shown).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(shown).toBeChecked();
  await expect(preferences.getByText("No mail is sent from here")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Bell/ })).toBeFocused();
});

test("leads nobody away who was signed out meanwhile", async ({ page, open, complaints }) => {
  await page.clock.install();
  const asked = () => page.waitForResponse((answer) => answer.url().endsWith("/api/panel/bell"));
  const first = asked();
  await open("/panel/work-orders", "No access");
  await first;
  await page.context().clearCookies();
  const refused = asked();
  await page.clock.fastForward(61_000);
  expect((await refused).status()).toBe(401);
  await page.clock.fastForward(5_000);
  await expect(page.getByRole("heading", { name: "No access" })).toBeVisible();
  await page.getByRole("button", { name: /^Bell/ }).click(); // control: what a person opens does
  await expect(page).toHaveURL(/\/login/);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("401"), expect.stringContaining("401")]);
});
