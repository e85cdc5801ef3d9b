// The passkey of a technician's own phone: it signs in by one press where the session has ended, also while work waits there.
import { expect, type Page } from "@playwright/test";
import { byName, Device } from "./passkeys";
import { openAt, orderOf, planned, step, TODAY, test, visitOf, WORDS, writeNotes } from "./site-day";
import { fresh, loseSession, make, signIn } from "./staff";

const PASSWORD = process.env.JOURNEY_PASSWORD ?? "";

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use, { project }) => use(byName(project.use.baseURL ?? "")),
});

/** A technician of the journeys' branch, with an account as `signIn` knows it. */
async function technician(page: Page, firstName: string): Promise<string> {
  await signIn(page, "branch");
  const { homeBranchId } = await (await page.request.get("/api/auth/user")).json();
  const account = fresh(firstName.toLowerCase()).replace(" ", "-");
  const email = `${account}@duskline.example`;
  await signIn(page, "admin");
  const rest = { password: PASSWORD, userType: "staff", role: "technician", branchId: homeBranchId };
  await make(page, "users", { email, firstName, ...rest });
  return account;
}

/** Adds a passkey of this phone to somebody's account, in the panel. */
async function enroll(page: Page, account: string) {
  await signIn(page, account);
  await page.goto("/panel");
  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  await page.getByRole("button", { name: "Your Account" }).tap();
  const part = page.getByRole("region", { name: "Two-Step Verification" });
  await part.getByRole("button", { name: "Add a Passkey" }).tap();
  await part.getByLabel("Current Password").fill(PASSWORD);
  await part.getByRole("button", { name: "Continue" }).tap();
  await part.getByRole("button", { name: "I Have Kept Them" }).tap();
}

test("a phone signs its technician in by one press, on the login and where work waits", async ({ page }) => {
  const device = await Device.of(page);
  const [ann, ben] = [await technician(page, "Ann"), await technician(page, "Ben")];
  const job = await planned(page, ann);
  await enroll(page, ben);
  const bens = await device.emptied();
  await enroll(page, ann);
  const press = (within = page.locator("body")) => within.getByRole("button", { name: "Sign In with a Passkey" }).tap();

  await loseSession(page);
  await page.goto(TODAY);
  await press();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();

  await openAt(page, job);
  const again = page.getByRole("form", { name: "Sign in again, Ann" });
  await page.request.post("/api/auth/logout");
  await step(page, "Start").tap();
  await expect(again).toContainText("1 change waits on this device and is sent when you have signed in.");
  await press(again);
  await expect(again).toHaveCount(0);
  await expect.poll(async () => (await visitOf(page, job)).status).toBe("started");

  // A person who closes the browser's dialog, or has no passkey there, is led to the password.
  await page.request.post("/api/auth/logout");
  await writeNotes(page);
  const anns = await device.emptied();
  await press(again);
  await expect(again.getByRole("alert")).toHaveText("No passkey was used. Please try again, or use your password.");

  // Somebody else's passkey opens their own panel, loaded anew; the change stays for whose it is.
  await page.evaluate(() => Object.assign(window, { former: true }));
  await device.keep(bens);
  await press(again);
  await expect(page.getByRole("dialog", { name: /^Changes by / })).toBeVisible();
  expect(await page.evaluate(() => "former" in window)).toBe(false);

  await device.emptied();
  await device.keep(anns);
  await loseSession(page);
  await page.goto("/login");
  await press();
  await expect.poll(async () => (await orderOf(page, job)).notes).toBe(WORDS);
});
