// What is typed while a form is sent, or after an attempt whose answer was lost, in forms that make something: nothing typed is lost, nothing is
// made twice, and no success is shown for words that were not taken.
import type { Page } from "@playwright/test";
import { hold, loseAnswer } from "./held";
import { LEADS, newLead, type Row } from "./records";
import { expect, fresh, make, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const WITHOUT = "The job is made, without what you typed since. Copy that, and add it there.";
const SINCE = "Saved, but for what you typed since. Save again to keep that too.";

const read = async <Answer = Row>(page: Page, address: string): Promise<Answer> =>
  (await page.request.get(address)).json();

test("what was promised since a hand-over stays to be copied, and no second job is made @both", async ({
  page,
  open,
}) => {
  const lead = await newLead(page, { name: fresh("Since") });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await sheet.getByLabel("Address").fill("1 Elm St, Denver, CO 80202");
  const promised = sheet.getByLabel(/promised/i);
  await promised.fill("Warm white only");
  const { sent, release } = await hold(page, `**${LEADS}/${lead.id}/hand-over`, "POST");
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await promised.fill("Warm white only, no drilling");
  release();
  await expect(sheet.getByText(WITHOUT)).toBeVisible();
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await expect(toast(page, WITHOUT)).toBeVisible();
  await expect(promised).toHaveValue("Warm white only, no drilling");
  const jobs = await read<Row[]>(page, `/api/panel/work-orders?q=${encodeURIComponent(String(lead.name))}`);
  expect(jobs).toHaveLength(1);
  expect(await read(page, `/api/panel/work-orders/${jobs[0]?.id}/details`)).toMatchObject({
    promised: "Warm white only",
  });
});

test("what was promised since a return visit was made stays to be copied", async ({ page, open }) => {
  const client = await make<Row>(page, "clients", {
    name: fresh("Since"),
    email: "kim@example.com",
    address: "1 Elm St",
  });
  const ticket = await make<Row>(page, "support-tickets", {
    subject: fresh("Dark"),
    description: "Half of it",
    category: "general",
  });
  const details = `/api/panel/support-tickets/${ticket.id}/details`;
  expect((await page.request.patch(details, { data: { clientId: client.id } })).status()).toBe(200);
  await open(`/panel/tickets?id=${ticket.id}`, "Support Tickets");
  const thread = page.getByRole("region", { name: "Thread" });
  await thread.getByRole("button", { name: "Return Visit" }).click();
  const promised = thread.getByLabel(/promised/i);
  await promised.fill("Ladder");
  const { sent, release } = await hold(page, "**/return-visit", "POST");
  await thread.getByRole("button", { name: "Make Return Visit" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await promised.fill("Ladder, dog bites");
  release();
  await expect(thread.getByText(WITHOUT)).toBeVisible();
  await thread.getByRole("button", { name: "Make Return Visit" }).click();
  await expect(toast(page, WITHOUT)).toBeVisible();
  await expect(promised).toHaveValue("Ladder, dog bites");
  const { visits } = await read<{ visits: Row[] }>(page, details);
  expect(visits).toHaveLength(1);
  expect(await read(page, `/api/panel/work-orders/${visits[0]?.id}/details`)).toMatchObject({
    promised: "Ladder",
  });
});

/** Saves a note on a new lead's page while more is typed in it; gives its field. */
async function noteWithMore(page: Page, open: (path: string, heading: string) => Promise<void>) {
  const lead = await newLead(page, { name: fresh("Since") });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  await page.getByRole("group", { name: "Log" }).getByRole("button", { name: "Note" }).click();
  const words = page.getByRole("textbox", { name: "Note" });
  const { sent, release } = await hold(page, "**/api/panel/activities", "POST");
  await words.fill("Has a dog");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
  await words.fill("Has two dogs");
  release();
  await expect(page.getByText(SINCE)).toBeVisible();
  return words;
}

test("a note that is acknowledged after its form was left stays beside the next one", async ({ page, open }) => {
  const lead = await newLead(page, { name: fresh("Since") });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const kinds = page.getByRole("group", { name: "Log" });
  await kinds.getByRole("button", { name: "Note" }).click();
  const { sent, release } = await hold(page, "**/api/panel/activities", "POST");
  await page.getByRole("textbox", { name: "Note" }).fill("Has a dog");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
  await kinds.getByRole("button", { name: "Call" }).click();
  await page.getByRole("textbox", { name: "What was said" }).fill("Will call back");
  release();
  await expect(toast(page, "Note saved")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Will call back", { exact: true })).toBeVisible();
  await expect(page.getByText("Has a dog", { exact: true })).toBeVisible();
});

test.describe("where the second save is refused", () => {
  test.use({ forgive: /status of 500/ });

  test("what was acknowledged stays", async ({ page, open }) => {
    await noteWithMore(page, open);
    await page.route("**/api/panel/activities", (route) => route.fulfill({ status: 500, json: { error: "No." } }));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "No.")).toBeVisible();
    await expect(page.getByText("Has a dog", { exact: true })).toBeVisible();
  });
});

test("a note takes what was typed since in place of what it said", async ({ page, open }) => {
  const words = await noteWithMore(page, open);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(words).toHaveCount(0);
  await expect(page.getByText("Has two dogs")).toBeVisible();
  await expect(page.getByText("Has a dog", { exact: true })).toHaveCount(0);
});

test.describe("after a lost answer", () => {
  test.use({ forgive: /status of (409|422)|ERR_CONNECTION_RESET/ });

  test("other words of a call take the place of the first", async ({ page, open }) => {
    const lead = await newLead(page, { name: fresh("Since") });
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    await page.getByRole("group", { name: "Log" }).getByRole("button", { name: "Call" }).click();
    const words = page.getByRole("textbox", { name: "What was said" });
    await loseAnswer(page, "**/api/panel/activities");
    await words.fill("Wants warm light");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "No answer came back")).toBeVisible();
    await words.fill("Wants warm light in June");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(words).toHaveCount(0);
    await expect(page.getByText("Wants warm light in June")).toBeVisible();
    await expect(page.getByText("Wants warm light", { exact: true })).toHaveCount(0);
  });

  test("other words of a next step speak of no colleague", async ({ page, open }) => {
    const lead = await newLead(page, { name: fresh("Since") });
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    const part = page.getByRole("region", { name: "Next step" });
    await part.getByRole("button", { name: "Set Next Step" }).click();
    const words = part.getByLabel("What to do next");
    await loseAnswer(page, "**/api/panel/next-steps");
    await words.fill("Call Ann");
    await words.press("Enter");
    await expect(toast(page, "No answer came back")).toBeVisible();
    await words.fill("Call Ann on Friday");
    await words.press("Enter");
    await expect(words).toHaveCount(0);
    await expect(part.getByText("Call Ann on Friday")).toBeVisible();
    await expect(part.getByText("A colleague")).toHaveCount(0);
  });
});

test("of a form: another entry of a list that is chosen while it is saved stays", async ({ page, open }) => {
  const lead = await newLead(page, { name: fresh("Since"), status: "new" });
  await open(`/panel/leads?id=${lead.id}`, "Leads");
  const dialog = page.getByRole("dialog", { name: "Edit Lead" });
  const { sent, release } = await hold(page, `**${LEADS}/${lead.id}`);
  await dialog.getByLabel("Notes").fill("Two gables.");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await dialog.getByLabel("Status").selectOption("qualified");
  release();
  await expect(dialog.getByText(SINCE)).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  expect(await read(page, `${LEADS}/${lead.id}`)).toMatchObject({ notes: "Two gables.", status: "qualified" });
});

test.describe("of an administrator", () => {
  test.use({ account: "admin", forgive: /status of 400/ });

  const PASSWORD = "another good password";

  test("an invitation goes to the address that was typed since", async ({ page, open }) => {
    const [wrong, right] = [`${fresh("kim")}@example.com`, `${fresh("kin")}@example.com`].map((each) =>
      each.toLowerCase().replaceAll(" ", "-"),
    );
    await open("/panel/users?new=", "User Management");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(wrong ?? "");
    const { sent, release } = await hold(page, "**/api/panel/users/invitations", "POST");
    await dialog.getByRole("button", { name: "Add User" }).click();
    await expect.poll(() => sent.length).toBe(1);
    await dialog.getByLabel("Email").fill(right ?? "");
    release();
    await expect(dialog.getByText(SINCE)).toBeVisible();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText(`${right} is invited`)).toBeVisible();
    const found = await read<Row[]>(page, "/api/panel/users?limit=200");
    const addresses = found.map(({ email }) => email);
    expect(addresses).toContain(right);
    expect(addresses).not.toContain(wrong);
  });

  test("a password that was typed since is not said to be taken", async ({ page, open }) => {
    const email = `${fresh("pat")}@example.com`.toLowerCase().replaceAll(" ", "-");
    await open("/panel/users?new=", "User Management");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("How they get in").selectOption("password");
    const password = dialog.getByLabel("Password", { exact: true });
    await password.fill("a first password");
    const { sent, release } = await hold(page, "**/api/panel/users", "POST");
    await dialog.getByRole("button", { name: "Add User" }).click();
    await expect.poll(() => sent.length).toBe(1);
    await password.fill(PASSWORD);
    release();
    await expect(dialog.getByText(SINCE)).toBeVisible();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText(/keeps the password that you typed first/)).toBeVisible();
    await expect(toast(page, "User updated")).toHaveCount(0);
    await password.fill("a first password");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
  });

  test("a webhook hears of what was ticked since, and its secret is shown once that is saved", async ({
    page,
    open,
  }) => {
    await open("/panel/settings?tab=integrations", "Integrations");
    await page.getByRole("button", { name: "New Webhook" }).click();
    const dialog = page.getByRole("dialog");
    const url = `https://example.com/${fresh("hook").replaceAll(" ", "-")}`;
    await dialog.getByLabel("URL").fill(url);
    await dialog.getByLabel("Lead created").check();
    const { sent, release } = await hold(page, "**/api/panel/webhooks", "POST");
    await dialog.getByRole("button", { name: "Create Webhook" }).click();
    await expect.poll(() => sent.length).toBe(1);
    await dialog.getByLabel("Lead lost").check();
    release();
    await expect(dialog.getByText(SINCE)).toBeVisible();
    await dialog.getByRole("button", { name: "Create Webhook" }).click();
    await expect(page.getByRole("dialog", { name: "Signing Secret" })).toBeVisible();
    const found = await read<Row[]>(page, "/api/panel/webhooks");
    expect(found.filter((row) => row.url === url)).toMatchObject([{ events: ["lead.created", "lead.lost"] }]);
    await page.getByRole("button", { name: "I Have Kept It" }).click();
  });

  test("a secret is shown although its form is left with words typed since", async ({ page, open }) => {
    await open("/panel/settings?tab=integrations", "Integrations");
    await page.getByRole("button", { name: "New Webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill(`https://example.com/${fresh("hook").replaceAll(" ", "-")}`);
    await dialog.getByLabel("Lead created").check();
    const { sent, release } = await hold(page, "**/api/panel/webhooks", "POST");
    await dialog.getByRole("button", { name: "Create Webhook" }).click();
    await expect.poll(() => sent.length).toBe(1);
    await dialog.getByLabel("Lead lost").check();
    release();
    await expect(dialog.getByText(SINCE)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("dialog", { name: "Signing Secret" })).toBeVisible();
    await page.getByRole("button", { name: "I Have Kept It" }).click();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("the field in use stays where it is, and a notice says what is not saved", async ({ page, open }) => {
      await open("/panel/settings?tab=branches", "Branches");
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      const dialog = page.getByRole("dialog");
      const address = dialog.getByLabel("Address", { exact: true });
      const { sent, release } = await hold(page, "**/api/panel/branches/*");
      const before = await address.inputValue();
      await address.fill(`${before} A`);
      await address.press("Enter");
      await expect.poll(() => sent.length).toBe(1);
      await address.pressSequentially("B");
      const place = await address.boundingBox();
      release();
      await expect(toast(page, SINCE)).toBeVisible();
      expect(await address.boundingBox()).toEqual(place);
      await address.fill(before);
      await address.press("Enter");
      await expect(dialog).toBeHidden();
    });
  });
});
