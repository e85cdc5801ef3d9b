// Notices and what lies under them: dialogs stay open, the focus comes and goes by key, and the button that has to be pressed
// next is never covered.
import type { Locator, Page } from "@playwright/test";
import { expect, test as staffTest } from "./staff";

const notice = (page: Page) => page.locator("[data-slot=toast]");
const dialog = (page: Page) => page.getByRole("dialog");

/** Whether a press at the middle of this button reaches it. */
const isFree = (button: Locator) =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** What the notice would cover if it always stood where it does over a plain page: the control of every test of its place. */
const isUnderPlainPlace = (button: Locator) =>
  button.evaluate((element) => {
    const height = document.querySelector("[data-slot=toast]")?.getBoundingClientRect().height ?? 0;
    return element.getBoundingClientRect().bottom > innerHeight - 16 - height;
  });

const test = staffTest.extend<object>({ account: null, forgive: /Failed to load resource/ });

/** The quote dialog at its last step, after sending has failed. */
async function failAtTheLastStep(page: Page, visit: (path: string) => Promise<void>) {
  await page.route("**/api/quotes", (route) => route.abort());
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  await dialog(page).getByLabel("ZIP").fill("43004");
  await dialog(page)
    .getByRole("button", { name: "See the Range" })
    .or(dialog(page).locator("[type=submit]"))
    .first()
    .click();
  await expect(dialog(page)).toContainText("Step 2");
  await dialog(page).locator("[type=submit]").click();
  await dialog(page).getByLabel("Name").fill("Robin Gale");
  await dialog(page).getByLabel("Email").fill("robin@example.com");
  await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
  await expect(notice(page)).toHaveCSS("opacity", "1");
}

for (const [where, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
})) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport, hasTouch: where === "phone" });

    test("a notice over a dialog leaves the dialog and its button alone", async ({ page, visit }) => {
      await failAtTheLastStep(page, visit);
      const send = dialog(page).getByRole("button", { name: "Request My Quote" });
      expect(await isFree(send)).toBe(true);
      const close = notice(page).getByRole("button", { name: "Close notification" });
      if (where === "phone") await close.tap();
      else await close.click();
      await expect(notice(page)).toHaveCount(0);
      await expect(dialog(page)).toContainText("Step 3");
      await expect(dialog(page).getByLabel("Name")).toHaveValue("Robin Gale");
    });

    test("a notice leaves the button of a plain form free", async ({ page, visit }) => {
      await page.route("**/api/contact", (route) => route.abort());
      await visit("/support");
      const form = page.getByRole("main").locator("form");
      await form.getByLabel("Name").fill("Robin Gale");
      await form.getByLabel("Email").fill("robin@example.com");
      await form.getByLabel("Message").fill("The left gable stays dark.");
      const send = form.getByRole("button", { name: "Send Message" });
      await send.evaluate((button) => {
        button.scrollIntoView({ block: "end" });
        scrollBy(0, 60); // room for what the form itself may say above its button
      });
      await send.click();
      await expect(notice(page)).toHaveCSS("opacity", "1");
      expect(await isUnderPlainPlace(send)).toBe(true);
      expect(await isFree(send)).toBe(true);
    });
  });
}

test("F8 reaches a notice from inside a dialog, and the focus goes back where it was", async ({ page, visit }) => {
  await failAtTheLastStep(page, visit);
  const name = dialog(page).getByLabel("Name");
  await name.focus();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(notice(page).getByRole("button", { name: "Close notification" })).toBeFocused();
  await page.waitForTimeout(5500); // it waits while it holds the focus
  await page.keyboard.press("Escape");
  await expect(notice(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText("Step 3");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape"); // and now the key is the dialog's again
  await expect(dialog(page)).toHaveCount(0);
});

test("Shift and Tab lead from a notice back into the dialog, not behind it", async ({ page, visit }) => {
  await failAtTheLastStep(page, visit);
  await page.keyboard.press("F8");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog(page).locator(":focus")).toHaveCount(1);
});

test("the words of a failure can be selected", async ({ page, visit }) => {
  await failAtTheLastStep(page, visit);
  const words = notice(page).getByText("Something went wrong. Please try again.");
  await words.dblclick({ position: { x: 10, y: 8 } });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("Something");
});

test("an address that could not be subscribed is told so once", async ({ page, visit }) => {
  await page.route("**/api/newsletter", (route) => route.abort());
  await visit("/about");
  const form = page.getByRole("form", { name: "Newsletter" });
  await form.getByLabel("Email").fill("reader@example.com");
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toHaveCount(1);
});
