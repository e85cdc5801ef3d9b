// Notices and what lies under them: dialogs stay open, the focus comes and goes by key, and the button that has to be pressed
// next is never covered.
import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test as staffTest } from "./staff";

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

/** A dialog of the panel, after sending has failed. */
async function failInADialog(page: Page) {
  await signIn(page, "branch");
  await page.route("**/api/panel/leads", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.goto("/panel/leads?new");
  await dialog(page).getByLabel("Name", { exact: true }).fill("Robin Gale");
  await dialog(page).getByLabel("Email").fill("robin@example.com");
  await dialog(page).getByRole("button", { name: "Create Lead" }).click();
  await expect(notice(page)).toHaveCSS("opacity", "1");
}

for (const [where, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
})) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport, hasTouch: where === "phone" });

    test("a notice over a dialog leaves the dialog and its button alone", async ({ page }) => {
      await failInADialog(page);
      const send = dialog(page).getByRole("button", { name: "Create Lead" });
      await send.scrollIntoViewIfNeeded(); // the form says something above it now
      expect(await isFree(send)).toBe(true);
      expect(await isFree(dialog(page).getByRole("button", { name: "Close", exact: true }))).toBe(true);
      const close = notice(page).getByRole("button", { name: "Close notification" });
      if (where === "phone") await close.tap();
      else await close.click();
      await expect(notice(page)).toHaveCount(0);
      await expect(dialog(page).getByLabel("Name", { exact: true })).toHaveValue("Robin Gale");
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

test.describe("where the page moves under a notice", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("it goes to the other side as soon as it would cover the button", async ({ page }) => {
    await signIn(page, "branch");
    await page.route("**/api/panel/support-tickets", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto("/panel/tickets?new");
    await dialog(page).getByLabel("Subject").fill("Dark");
    await dialog(page).getByLabel("Description").fill("Half of it");
    const send = dialog(page).getByRole("button", { name: "Create Ticket" });
    await send.click();
    await expect(notice(page)).toHaveCSS("opacity", "1");
    for (const block of ["end", "start", "center"] as const) {
      await send.evaluate((element, block) => element.scrollIntoView({ block }), block);
      await expect.poll(() => isFree(send)).toBe(true);
      await expect(notice(page)).toBeVisible();
    }
  });
});

test("F8 reaches a notice from inside a dialog, and the focus goes back where it was", async ({ page }) => {
  await failInADialog(page);
  const name = dialog(page).getByLabel("Name", { exact: true });
  await name.focus();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notices (F8)" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(notice(page).getByRole("button", { name: "Close notification" })).toBeFocused();
  await page.waitForTimeout(5500); // it waits while it holds the focus
  await page.keyboard.press("Escape");
  await expect(notice(page)).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape"); // and now the key is the dialog's again, which asks first
  await expect(page.getByRole("alertdialog")).toBeVisible();
});

test("Shift and Tab lead from a notice back into the dialog, not behind it", async ({ page }) => {
  await failInADialog(page);
  await page.keyboard.press("F8");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog(page).locator(":focus")).toHaveCount(1);
});

test("the words of a failure can be selected", async ({ page }) => {
  await failInADialog(page);
  const words = notice(page).getByText("No answer came back");
  await words.dblclick({ position: { x: 10, y: 8 } });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("No");
});

test("an address that could not be subscribed is told so once", async ({ page, visit }) => {
  await page.route("**/api/newsletter", (route) => route.abort());
  await visit("/about");
  const form = page.getByRole("form", { name: "Newsletter" });
  await form.getByLabel("Email").fill("reader@example.com");
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toHaveCount(1);
  await expect(form.getByRole("alert")).toHaveText(/^No answer came back/);
});
