// A new company, from its first sign-in to its own website, by the checklist on Welcome.
import { inEveryDress } from "./dress";
import { expect, test } from "./staff";

test.use({ baseURL: process.env.JOURNEY_EMPTY_URL, account: "admin", contextOptions: { reducedMotion: "reduce" } });

test("a new company comes from empty to live", async ({ page, open }) => {
  await open("/panel", "Welcome");
  const list = page.locator("main li");
  const step = (title: string) => list.filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await expect(page.getByText("0 of 7 done.")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);

  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name: "Set Up: Brand and contact" }).click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Lumen");
  await dialog.getByLabel("Legal name").fill("Lumen & Co");
  await dialog.getByLabel("Marked as sample").selectOption("No");
  await dialog.getByRole("button", { name: "Save" }).click();
  // The dialog leads back, and the step says what it lacks now.
  await expect(step("Brand and contact")).toContainText("Still missing: the email address, the phone number.");
  await page.getByRole("link", { name: "Set Up: Brand and contact" }).click();
  await dialog.getByLabel("Email").fill("hello@lumen.example");
  await dialog.getByLabel("Phone").fill("(212) 555-0177");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(step("Brand and contact")).toContainText("Done");

  await page.getByRole("link", { name: "Set Up: First branch" }).click();
  await dialog.getByLabel("Address").fill("9 Roof Row");
  await dialog.getByRole("checkbox", { name: "Monday" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(step("First branch")).toContainText("Done");

  // What has no dialog leads back by a press.
  await page.getByRole("link", { name: "Set Up: Service area" }).click();
  await expect(page.getByText("Setting up: Service area")).toBeVisible();
  await page.getByRole("link", { name: "Back to the Checklist" }).click();
  for (const [skip, title] of [
    ["Keep These", "Prices"],
    ["Not Needed", "Mail"],
    ["Not Needed", "People"],
    ["Not Needed", "Service area"],
    ["Not Needed", "Content"],
  ]) {
    await page.getByRole("button", { name: `${skip}: ${title}` }).click();
    await expect(page.getByRole("button", { name: `Needed After All: ${title}` })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "Your company is set up" })).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your company is set up" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Getting Started" })).toBeVisible();
  await expect(page.getByText("Your company is set up")).toBeHidden();

  await page.goto("/support");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "(212) 555-0177" })).toBeVisible();
  await expect(page).toHaveTitle(/Lumen/);
});
