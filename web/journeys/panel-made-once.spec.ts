// What is made goes once: a record whose answer was lost is not made a second time by the form, by another form, or by the next page of the tab,
// unless somebody says so.
import type { Page } from "@playwright/test";
import { loseAnswer } from "./held";
import { MAY_BE_SAVED, monday, read } from "./own-words";
import { colleague, LEADS, newLead, newOrder, type Row } from "./records";
import { endSessionAtWrite, expect, fresh, signIn, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });
test.use({ forgive: /status of (400|401|404|409)|ERR_CONNECTION_RESET/ });

/** Leaves a form with words in it. */
async function discard(page: Page) {
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(MAY_BE_SAVED);
  await question.getByRole("button", { name: "Discard" }).click();
}

test("a lead whose answer was lost is made once, also where its form is discarded and filled in again @both", async ({
  page,
  open,
}) => {
  const name = fresh("Lead");
  await open("/panel/leads", "Leads");
  const dialog = page.getByRole("dialog", { name: "New Lead" });
  async function save(phone: string) {
    await page.getByRole("button", { name: "New Lead" }).first().click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Email").fill("kim@example.com");
    await dialog.getByLabel("Phone").fill(phone);
    await dialog.getByRole("button", { name: "Create Lead" }).click();
  }
  const leads = () => read<Row[]>(page, `${LEADS}?q=${encodeURIComponent(name)}`);
  await loseAnswer(page, `**${LEADS}`);
  await save("614-555-0122");
  await expect(dialog.getByText(/No answer came back/)).toBeVisible();
  await discard(page);
  await save("614-555-0122");
  await expect(toast(page, "Lead created successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await leads()).toHaveLength(1);
  await save("614-555-0122"); // on purpose, after an answer
  await expect.poll(async () => (await leads()).length).toBe(2);
});

test.describe("on the next page of the same tab", () => {
  const PAGE = "Leads";

  /** Fills in the form of a new lead. */
  async function fillIn(page: Page, name: string) {
    const dialog = page.getByRole("dialog", { name: "New Lead" });
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Email").fill("kim@example.com");
    await dialog.getByLabel("Phone").fill("614-555-0122");
    return dialog;
  }

  const leads = (page: Page, name: string) => read<Row[]>(page, `${LEADS}?q=${encodeURIComponent(name)}`);

  test("a lead whose answer was lost is made once: where the session ended since, and after a reload @both", async ({
    page,
    open,
  }) => {
    const name = fresh("Lead");
    await open("/panel/leads?new", PAGE);
    const dialog = await fillIn(page, name);
    const create = dialog.getByRole("button", { name: "Create Lead" });
    await loseAnswer(page, `**${LEADS}`);
    await create.click();
    await expect(dialog.getByText(/No answer came back/)).toBeVisible();
    await endSessionAtWrite(page);
    await create.click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open("/panel/leads?new", PAGE);
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(name);
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(MAY_BE_SAVED);
    await question.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    await open("/panel/leads?new", PAGE);
    await fillIn(page, name);
    await create.click();
    await expect(toast(page, "Lead created successfully")).toBeVisible();
    expect(await leads(page, name)).toHaveLength(1);
    await open("/panel/leads?new", PAGE);
    await fillIn(page, name);
    await create.click(); // on purpose, after an answer
    await expect.poll(async () => (await leads(page, name)).length).toBe(2);
  });

  test("a phone that is changed once more after the session's end is nobody else's", async ({ page, open }) => {
    const lead = await newLead(page);
    await open(`/panel/leads?id=${lead.id}`, PAGE);
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    const phone = dialog.getByRole("textbox", { name: "Phone" });
    const save = dialog.getByRole("button", { name: "Save Changes" });
    await loseAnswer(page, `**${LEADS}/${lead.id}`, "PATCH");
    await phone.fill("614-555-0101");
    await save.click();
    await expect(dialog.getByText(/No answer came back/)).toBeVisible();
    await endSessionAtWrite(page);
    await save.click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open(`/panel/leads?id=${lead.id}`, PAGE);
    await expect(phone).toHaveValue("614-555-0101");
    await phone.fill("614-555-0102");
    await save.click();
    await expect(toast(page, "Lead updated successfully")).toBeVisible();
    expect(await read(page, `${LEADS}/${lead.id}`)).toMatchObject({ phone: "614-555-0102" });
  });

  test("a note whose answer was lost is kept once", async ({ page, open }) => {
    const lead = await newLead(page);
    await open(`/panel/leads?record=lead.${lead.id}`, PAGE);
    const sheet = page.getByRole("dialog", { name: String(lead.name) });
    const note = sheet.getByRole("textbox", { name: "Note" });
    const save = sheet.getByRole("button", { name: "Save", exact: true });
    await sheet.getByRole("button", { name: "Note", exact: true }).click();
    await note.fill("Their dog is called Rex.");
    await loseAnswer(page, "**/api/panel/activities");
    await save.click();
    await expect(toast(page, "No answer came back")).toBeVisible();
    await endSessionAtWrite(page);
    await save.click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open(`/panel/leads?record=lead.${lead.id}`, PAGE);
    await expect(note).toHaveValue("Their dog is called Rex.");
    await save.click();
    await expect(note).toHaveCount(0);
    await page.reload();
    const kept = sheet.getByText("Their dog is called Rex.");
    await expect(kept.first()).toBeVisible();
    expect(await kept.count()).toBe(1);
  });
});

test("a visit whose answer was lost is planned once, also where its form is discarded and filled in again", async ({
  page,
  open,
}) => {
  const day = monday();
  const order = await newOrder(page);
  await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
  const sheet = page.getByRole("dialog", { name: "Work Order" });
  const form = sheet.getByRole("form", { name: "Visit" });
  async function save() {
    await sheet.getByRole("button", { name: /^(Add|Schedule) Visit$/ }).click();
    await form.getByLabel("Day").fill(day);
    await form.getByRole("button", { name: /^(Save|Plan Anyway)$/ }).click();
  }
  const address = `/api/panel/visits?kind=work_order&recordId=${order.id}`;
  const planned = async () => (await read<Row[]>(page, address)).filter((visit) => visit.day === day);
  await loseAnswer(page, "**/api/panel/visits");
  await save();
  await expect(form.getByText(/No answer came back/)).toBeVisible();
  await discard(page);
  await expect(form).toHaveCount(0);
  await save();
  await expect(toast(page, "Visit planned")).toBeVisible();
  expect(await planned()).toHaveLength(1);
});

for (const from of ["the same form", "a form that is opened again"])
  test(`a visit whose answer was lost is not called planned again from ${from}, once a colleague has moved it @both`, async ({
    page,
    open,
  }) => {
    const [day, later] = [monday(), monday()];
    const order = await newOrder(page);
    const address = `/api/panel/visits?kind=work_order&recordId=${order.id}`;
    const others = (await read<Row[]>(page, address)).length;
    const sheet = page.getByRole("dialog", { name: "Work Order" });
    const form = sheet.getByRole("form", { name: "Visit" });
    async function plan() {
      await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
      await sheet.getByRole("button", { name: /^(Add|Schedule) Visit$/ }).click();
      await form.getByLabel("Day").fill(day);
      await form.getByRole("button", { name: "Save" }).click();
    }
    await loseAnswer(page, "**/api/panel/visits");
    await plan();
    await expect(form.getByText(/No answer came back/)).toBeVisible();
    const made = (await read<Row[]>(page, address)).find((visit) => visit.day === day);
    await colleague(page, `/api/panel/visits/${made?.id}`, { day: later });
    await (from === "the same form" ? form.getByRole("button", { name: "Save" }).click() : plan());
    await expect(form.getByText(/it has been changed since you first sent it/)).toBeVisible();
    await expect(page.getByText("Visit planned")).toHaveCount(0);
    expect(await read<Row[]>(page, address)).toHaveLength(others + 1);
    await form.getByRole("button", { name: "Send as New" }).click();
    await expect(toast(page, "Visit planned")).toBeVisible();
    const visits = await read<Row[]>(page, address);
    expect(visits.map((visit) => visit.day)).toEqual(expect.arrayContaining([day, later]));
    expect(visits).toHaveLength(others + 2);
  });

test("a lead whose answer was lost, and that is out of reach since, is made again by a press that says so alone", async ({
  page,
  open,
  browser,
}) => {
  const name = fresh("Lead");
  const dialog = page.getByRole("dialog", { name: "New Lead" });
  await open("/panel/leads?new", "Leads");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Email").fill("kim@example.com");
  const create = dialog.getByRole("button", { name: "Create Lead" });
  await loseAnswer(page, `**${LEADS}`);
  await create.click();
  await expect(dialog.getByText(/No answer came back/)).toBeVisible();
  const found = async () => read<Row[]>(page, `${LEADS}?q=${encodeURIComponent(name)}`);
  const [made] = await found();
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, "admin");
  expect((await admin.request.delete(`${LEADS}/${made?.id}`)).status()).toBe(204);
  await admin.context().close();
  await create.click();
  await expect(dialog.getByText(/This is gone, or out of your reach/)).toBeVisible();
  expect(await found()).toEqual([]);
  await dialog.getByRole("button", { name: "Send as New" }).click();
  await expect(toast(page, "Lead created successfully")).toBeVisible();
  expect(await found()).toHaveLength(1);
});
