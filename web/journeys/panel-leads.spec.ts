// The leads as a list: what waits for whom, stages in one press, and why a lead was lost or what it became.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { colleague, LEADS, newLead, type Row } from "./records";
import { expect, fresh, make, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Of the branch that the sample data begins with. */
const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv", { timeZone: "America/New_York" });

const promise = (page: Page, lead: Row, more: object) =>
  make<Row>(page, "next-steps", { kind: "lead", recordId: lead.id, words: "Call about the gable", ...more });

const cardOf = (page: Page, lead: Row) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name: String(lead.name) }) });

const count = async (page: Page, name: string) =>
  Number((await page.getByRole("button", { name: new RegExp(`^${name}`) }).textContent())?.replace(/\D/g, ""));

test("filters by the next step say how many wait, and open those @both", async ({ page, open }) => {
  const [late, soon, none] = [await newLead(page), await newLead(page), await newLead(page)];
  const me = (await (await page.request.get("/api/auth/user")).json()).id;
  await promise(page, late, { dueOn: day(-2), assignedTo: me });
  await promise(page, soon, { dueOn: day(0) });
  await open("/panel/leads", "Leads");
  await expect(page.getByRole("button", { name: /^Overdue \d/ })).toBeVisible();
  const [overdue, unplanned] = [await count(page, "Overdue"), await count(page, "No next step")];

  await page.getByRole("button", { name: /^Overdue/ }).click();
  await expect(page).toHaveURL("/panel/leads?step=overdue");
  await expect(cardOf(page, late)).toContainText("Overdue:");
  await expect(page.getByText(`${overdue} in all`)).toBeVisible();
  await expect(cardOf(page, soon)).toHaveCount(0);
  await cardOf(page, late).getByRole("button", { name: "Done: Call about the gable" }).click();
  await expect(cardOf(page, late)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, late)).toBeVisible();
  await cardOf(page, late).getByRole("button", { name: "Put off: Call about the gable" }).press("Enter");
  await page.getByRole("menuitemradio", { name: "In a week" }).press("Enter");
  await expect(cardOf(page, late)).toHaveCount(0);
  await expect.poll(() => count(page, "Overdue")).toBe(overdue - 1);

  await page.getByRole("button", { name: /^Today/ }).click();
  await expect(cardOf(page, soon)).toBeVisible();
  await page.getByRole("button", { name: /^Mine/ }).click();
  await expect(cardOf(page, late)).toBeVisible();
  await page.getByRole("button", { name: /^No next step/ }).click();
  await expect(cardOf(page, none)).toContainText("No next step");
  await expect(page.getByText(`${unplanned} in all`)).toBeVisible();
  await page.getByRole("button", { name: /^No next step/ }).click();
  await expect(page).toHaveURL("/panel/leads");
});

test("what the filters leave is downloaded for spreadsheets @both", async ({ page, open }) => {
  const [won] = [await newLead(page, { status: "won" }), await newLead(page)];
  await open(`/panel/leads?q=${encodeURIComponent(String(won.name).split(" ")[0] ?? "")}&status=won`, "Leads");
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as a spreadsheet" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("leads.csv");
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toContain("Name,Email,Phone");
  expect(lines.slice(1).filter((line) => line.includes(String(won.id)))).toHaveLength(1);
  expect(lines.slice(1).every((line) => line.includes('"won"'))).toBe(true);
});

for (const [where, timezoneId, told] of [
  ["in another zone", "Europe/Berlin", "Jul 1, 2030, 3:00 PM EDT"],
  ["in a place with the same time", "America/Toronto", "Jul 1, 2030, 3:00 PM"],
] as const) {
  test.describe(`a reader ${where}`, () => {
    test.use({ timezoneId });

    test("reads the time of the branch", async ({ page, open }) => {
      const lead = await newLead(page);
      await promise(page, lead, { dueOn: "2030-07-01", dueMinute: 900 });
      await open(`/panel/leads?q=${lead.name}`, "Leads");
      await expect(cardOf(page, lead).getByText(`${told} ·`)).toBeVisible();
      await open(`/panel?record=lead.${lead.id}`, "Welcome");
      const step = page.getByRole("region", { name: "Next step" });
      await expect(step.getByText(`${told} ·`)).toBeVisible();
      await step.getByRole("button", { name: "Change" }).click();
      await expect(step.getByLabel("Time")).toBeVisible();
      await expect(step.getByLabel("Time (EDT)")).toHaveCount(told.includes("EDT") ? 1 : 0);
    });
  });
}

test("a stage is one press, and taken back from the notice @both", async ({ page, open }) => {
  const lead = await newLead(page);
  await open(`/panel/leads?q=${lead.name}`, "Leads");
  const card = cardOf(page, lead);
  await card.getByRole("button", { name: "to Contacted" }).click();
  await expect(toast(page, `${lead.name} moved to Contacted`)).toBeVisible();
  await expect(card.getByRole("button", { name: "to Qualified" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card.getByRole("button", { name: "to Contacted" })).toBeVisible();
  // It is shown there before the server has answered.
  await expect.poll(async () => (await (await page.request.get(`${LEADS}/${lead.id}`)).json()).status).toBe("new");
});

test.describe("somebody else", () => {
  test.use({ forgive: /status of 409/ });

  test("who moved it first is right; other changes are no hindrance @both", async ({ page, open }) => {
    const lead = await newLead(page);
    await open(`/panel/leads?q=${lead.name}`, "Leads");
    const card = cardOf(page, lead);
    await expect(card).toBeVisible();
    await colleague(page, `${LEADS}/${lead.id}`, { notes: "Likes bronze" });
    await card.getByRole("button", { name: "to Contacted" }).click();
    await expect(toast(page, `${lead.name} moved to Contacted`)).toBeVisible();
    await expect(card).toContainText("Likes bronze");
    await colleague(page, `${LEADS}/${lead.id}`, { status: "proposal" });
    await card.getByRole("button", { name: "to Qualified" }).click();
    await expect(toast(page, `Someone else has moved ${lead.name} to Proposal meanwhile.`)).toBeVisible();
    await expect(card.getByRole("button", { name: "to Negotiation" })).toBeVisible();
  });
});

test("a menu that is open stays open when more about its lead arrives", async ({ page, open }) => {
  const lead = await newLead(page);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/api/panel/lead-details?*", async (route) => {
    await held;
    await route.continue();
  });
  await open(`/panel/leads?q=${lead.name}`, "Leads");
  const card = cardOf(page, lead);
  await card.getByRole("button", { name: `Move ${lead.name}`, exact: true }).click();
  const choice = await page.getByRole("menuitemradio", { name: "Contacted" }).elementHandle();
  arrive();
  await expect(card).toContainText("No next step");
  expect(await choice?.evaluate((node) => node.isConnected)).toBe(true);
  await choice?.click();
  await expect(card).toContainText("Contacted");
});

test("a lost lead is asked why, and nothing waits for the answer @both", async ({ page, open }) => {
  const lead = await newLead(page);
  await open(`/panel/leads?q=${lead.name}`, "Leads");
  const card = cardOf(page, lead);
  await card.getByRole("button", { name: `Move ${lead.name}`, exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Lost" }).click();
  const dialog = page.getByRole("dialog", { name: `Why was ${lead.name} lost?` });
  await expect(dialog.getByRole("button", { name: "Price" })).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Reason" })).toBeFocused(); // in the note it would bring up a keyboard
  expect(await inEveryDress(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Say Why" }).click();
  await dialog.getByLabel("What happened").fill("A neighbor does it for less");
  await dialog.getByRole("button", { name: "Price" }).click();
  await expect(toast(page, "Lost: Price")).toBeVisible();
  await expect(card).toContainText("Price · A neighbor does it for less");
});

test.describe("beside a colleague", () => {
  test.use({ forgive: /status of 409/ });

  test("what a colleague says meanwhile of a lost lead stays", async ({ page, open }) => {
    const lead = await newLead(page, { status: "lost" });
    const at = `/api/panel/leads/${lead.id}/details`;
    const meanwhile = async (lostNote: string) =>
      expect((await page.request.patch(at, { data: { lostReason: "Bad timing", lostNote } })).status()).toBe(200);
    const saved = async () =>
      (await (await page.request.get(`/api/panel/lead-details?ids=${lead.id}`)).json()).map(
        (row: { lostReason: string; lostNote: string }) => [row.lostReason, row.lostNote],
      )[0];
    await open(`/panel/leads?q=${lead.name}`, "Leads");
    const dialog = page.getByRole("dialog", { name: `Why was ${lead.name} lost?` });
    const note = dialog.getByLabel("What happened");
    const price = dialog.getByRole("button", { name: "Price" });
    await cardOf(page, lead).getByRole("button", { name: "Say Why" }).click();
    await expect(price).toBeVisible();
    await meanwhile("Call again in May");
    await price.click();
    await expect(note).toHaveValue("Call again in May");
    expect(await saved()).toEqual(["Bad timing", "Call again in May"]);
    await meanwhile("Call again in June");
    await note.fill("Too dear");
    await price.click();
    await expect(dialog.getByRole("note")).toContainText("Call again in June");
    await expect(note).toHaveValue("Too dear");
    await price.click();
    await expect(toast(page, "Lost: Price")).toBeVisible();
    expect(await saved()).toEqual(["Price", "Too dear"]);
  });

  test("a next step that a colleague sets meanwhile is shown before it is replaced", async ({ page, open }) => {
    const lead = await newLead(page);
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    const part = page.getByRole("region", { name: "Next step" });
    const words = part.getByLabel("What to do next");
    await part.getByRole("button", { name: "Set Next Step" }).click();
    const theirs = await promise(page, lead, { dueOn: day(3), words: "Bring the two drawings" });
    await words.fill("Send an email");
    await part.getByRole("button", { name: "Save" }).click();
    await expect(part.getByRole("note")).toContainText("Bring the two drawings");
    await expect(words).toHaveValue("Send an email");
    await page.request.post(`/api/panel/next-steps/${theirs.id}/done`);
    await part.getByRole("button", { name: "Save" }).click();
    await expect(part.getByRole("note")).toContainText("The step is marked as done by now.");
    await part.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Next step saved")).toBeVisible();
    await expect(words).toHaveCount(0);
    await expect(part.getByText("Send an email")).toBeVisible();
  });
});

test("when a card leaves its list, the focus goes to the next one", async ({ page, open }) => {
  const words = fresh("Row");
  const [next, lead] = [await newLead(page, { name: `${words} B` }), await newLead(page, { name: `${words} A` })];
  await open(`/panel/leads?status=new&q=${encodeURIComponent(words)}`, "Leads");
  await expect(page.getByText("2 in all")).toBeVisible();
  await cardOf(page, lead)
    .getByRole("button", { name: `Move ${lead.name}`, exact: true })
    .press("Enter");
  await page.getByRole("menuitemradio", { name: "Lost" }).press("Enter");
  await expect(page.getByRole("dialog", { name: `Why was ${lead.name} lost?` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cardOf(page, lead)).toHaveCount(0);
  await expect(cardOf(page, next).getByRole("link", { name: String(next.name) })).toBeFocused();
});

test("a lead that is lost in its form is asked why, too", async ({ page, open }) => {
  const lead = await newLead(page);
  await open(`/panel/leads?id=${lead.id}`, "Leads");
  const form = page.getByRole("dialog", { name: "Edit Lead" });
  await form.getByLabel("Status", { exact: true }).selectOption("Lost");
  await form.getByRole("button", { name: "Save Changes" }).click();
  const dialog = page.getByRole("dialog", { name: `Why was ${lead.name} lost?` });
  await dialog.getByRole("button", { name: "Price" }).click();
  await expect(toast(page, "Lost: Price")).toBeVisible();
});

test("a lead that is won offers its client and first job", async ({ page, open }) => {
  const lead = await newLead(page, { status: "negotiation", address: "12 Sample Street, Columbus, OH 43201" });
  await open(`/panel/leads?q=${lead.name}`, "Leads");
  await cardOf(page, lead).getByRole("button", { name: "to Won" }).click();
  const dialog = page.getByRole("dialog", { name: `${lead.name} is won` });
  await dialog.getByRole("button", { name: "Make Client" }).click();
  await expect(toast(page, `${lead.name} is a client now`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, lead).getByRole("link", { name: "Open client" })).toBeVisible();
});

test("a guess and a quoted value are told apart", async ({ page, open }) => {
  const lead = await newLead(page, { estimatedValue: 4800 });
  await open(`/panel/leads?q=${lead.name}`, "Leads");
  const card = cardOf(page, lead);
  await card.getByRole("button", { name: `Value of ${lead.name}: quoted` }).click();
  await page.getByRole("menuitemradio", { name: "Guess" }).click();
  await expect(card).toContainText("about $4,800");
  await card.getByRole("link", { name: String(lead.name) }).click();
  await expect(page.getByRole("dialog")).toContainText("about $4,800");
});
