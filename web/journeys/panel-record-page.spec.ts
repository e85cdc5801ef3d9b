// The page of a lead or a client: handed over and taken back, its properties, its keys, the way to it and back, and on paper.
import type { Page } from "@playwright/test";
import { newLead } from "./records";
import { expect, fresh, make, test, toast } from "./staff";

const newClient = (page: Page) =>
  make<{ id: string; name: string }>(page, "clients", {
    name: fresh("Client"),
    email: `${fresh("c").replace(" ", ".")}@example.com`,
    address: "9 Roof Row", // without a ZIP code it is nobody else's
  });

test.describe("a sales representative", () => {
  test.use({ account: "sales" });

  test("hands a lead over and takes it back from the timeline @both", async ({ page, open }) => {
    const lead = await newLead(page, { address: "9 Roof Row, Columbus, OH 43004" });
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    const sheet = page.getByRole("dialog", { name: String(lead.name) });
    await sheet.getByRole("button", { name: "Hand Over" }).click();
    await sheet.getByRole("button", { name: "Hand Over" }).click(); // nothing was promised
    await expect(toast(page, `Handed over: Installation: ${lead.name}`)).toBeVisible();
    await expect(sheet.getByRole("region", { name: "Open now" })).toContainText(`Installation: ${lead.name}`);
    await page.reload();
    const event = sheet.getByRole("listitem").filter({ hasText: "handed over the work order" });
    await sheet.getByRole("button", { name: "Milestones" }).click();
    await event.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Taken back")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Hand Over" })).toBeVisible();
    await expect(sheet.getByText("Nothing yet.")).toBeVisible();
    expect((await page.request.get(`/api/panel/clients?leadId=${lead.id}`)).headers()["x-total-count"]).toBe("0");
  });
});

test.describe("a lead that was made from a message", () => {
  test.use({ forgive: /status of 404/ });

  /** Opens its page; gives its sheet, and the way that it is taken back. */
  async function made(page: Page, open: (path: string, heading: string) => Promise<unknown>) {
    const email = `${fresh("m").replace(" ", ".")}@example.com`;
    const said = { name: fresh("Sender"), email, message: "Please light my gable." };
    expect((await page.request.post("/api/contact", { data: said })).ok()).toBe(true);
    const [enquiry] = await (await page.request.get(`/api/panel/enquiries?q=${encodeURIComponent(email)}`)).json();
    const lead = await make<{ id: string }>(page, `enquiries/${enquiry.id}/lead`, {});
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    const sheet = page.getByRole("dialog", { name: said.name });
    const event = sheet.getByRole("listitem").filter({ hasText: "from a message" });
    return { sheet, lead, undo: event.getByRole("button", { name: "Undo" }) };
  }

  const GONE = "This record is not there any more";

  test("is gone from its page once that is undone", async ({ page, open }) => {
    const { sheet, lead, undo } = await made(page, open);
    await undo.click();
    await expect(toast(page, "Taken back")).toBeVisible();
    await expect(sheet.getByRole("alert")).toContainText(GONE);
    await expect(sheet.getByRole("button")).toHaveText([""]); // the one that closes it
    expect((await page.request.get(`/api/panel/leads/${lead.id}`)).status()).toBe(404);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  test("leaves the words that were not saved", async ({ page, open }) => {
    const { sheet, undo } = await made(page, open);
    await sheet.getByRole("button", { name: "Note", exact: true }).click();
    await sheet.getByLabel("Note", { exact: true }).fill("Wants warm white");
    await undo.click();
    await expect(sheet.getByRole("alert")).toContainText("Copy what you want to keep");
    await expect(sheet.getByLabel("Note", { exact: true })).toHaveValue("Wants warm white");
    await expect(sheet.getByRole("button")).toHaveText([""]); // the one that closes it
    await sheet.getByRole("button", { name: "Close" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(sheet).toBeHidden();
  });

  test("is not said to be somebody else's when it was removed meanwhile", async ({ page, open }) => {
    const { sheet, lead } = await made(page, open);
    const take = sheet.getByRole("button", { name: /^Assign to Me/ });
    await expect(take).toBeVisible();
    await page.waitForLoadState("networkidle"); // what is read after the removal shows it as gone
    const { events } = await (await page.request.get(`/api/panel/leads/${lead.id}/timeline?source=conversion`)).json();
    expect((await page.request.post(`/api/panel/conversions/${events[0].id}/undo`)).ok()).toBe(true);
    await take.click();
    await expect(page.locator("[data-slot=toast]")).toContainText("was removed, or moved out of your reach.");
    await expect(sheet.getByRole("alert")).toContainText(GONE);
  });
});

test("a lead is moved on from its page, and Edit leads back to it", async ({ page, open }) => {
  const lead = await newLead(page, { notes: "Wants the front first." });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const sheet = page.getByRole("dialog", { name: String(lead.name) });
  await expect(sheet).toContainText("Wants the front first.");
  await sheet.getByRole("button", { name: `Move ${lead.name} to Contacted` }).click();
  await expect(toast(page, `${lead.name} moved to Contacted`)).toBeVisible();
  await expect(sheet.getByRole("button", { name: `Move ${lead.name} to Qualified` })).toBeVisible();
  await sheet.getByRole("button", { name: `Move ${lead.name}`, exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Lost" }).click();
  await page
    .getByRole("dialog", { name: `Why was ${lead.name} lost?` })
    .getByRole("button", { name: "Price" })
    .click();
  await expect(sheet).toContainText("Lost becausePrice");

  const edit = page.getByRole("dialog", { name: "Edit Lead" });
  await sheet.getByRole("link", { name: "Edit" }).click();
  await edit.getByLabel("Source").fill("Referral");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(sheet).toContainText("SourceReferral");
  await sheet.getByRole("link", { name: "Edit" }).click();
  await expect(edit).toBeVisible();
  await page.reload();
  await expect(edit.getByLabel("Source")).toHaveValue("Referral");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  await expect(sheet).toBeVisible();
});

test("a ticket and a work order are made from a client's page, with the client and the only place", async ({
  page,
  open,
}) => {
  const client = await newClient(page);
  await open(`/panel?record=client.${client.id}`, "Welcome");
  const sheet = page.getByRole("dialog", { name: client.name });
  const openNow = sheet.getByRole("region", { name: "Open now" });
  await sheet.getByRole("link", { name: "New Ticket" }).click();
  const ticket = page.getByRole("dialog", { name: "New Ticket" });
  await expect(ticket.getByRole("combobox", { name: "Client" })).toHaveValue(`${client.name}, 9 Roof Row`);
  await ticket.getByLabel("Subject").fill("Two dark nodes");
  await ticket.getByLabel("Description").fill("Over the front door");
  await ticket.getByRole("button", { name: "Create Ticket" }).click();
  await expect(openNow.getByRole("link", { name: "Two dark nodes" })).toBeVisible();

  await sheet.getByRole("link", { name: "New Work Order" }).click();
  const order = page.getByRole("dialog", { name: "New Work Order" });
  await expect(order.getByLabel("Property")).toHaveValue(client.id);
  await order.getByLabel("Title").fill("Look at the front door");
  await order.getByLabel("Kind").selectOption("Service");
  await order.getByLabel("Crew Size").fill("2");
  await order.getByRole("button", { name: "Create Work Order" }).click();
  await expect(openNow.getByRole("listitem").filter({ hasText: "Look at the front door" })).toContainText("Service");
  await openNow.getByRole("button", { name: "Schedule Look at the front door" }).click();
  const visits = openNow.getByRole("region", { name: "Visits of Look at the front door" });
  await visits.getByRole("button", { name: "Add Visit" }).click();
  await visits.getByLabel("Day").fill("2034-05-08");
  await visits.getByRole("button", { name: "Save" }).click();
  await expect(visits.getByText("Monday, May 8")).toBeVisible();

  await open("/panel/work-orders?new", "Work Orders");
  await expect(order.getByRole("option", { name: "Choose the client first" })).toBeDisabled();
  await make(page, `clients/${client.id}/properties`, { address: "2 Lake Road", name: "Lake house" });
  await open(`/panel/work-orders?new&client=${client.id}`, "Work Orders");
  await expect(order.getByRole("option", { name: "Choose a property" })).toBeDisabled();
  await order.getByLabel("Title").fill("Look at the lake");
  await order.getByRole("button", { name: "Create Work Order" }).click();
  await expect(order.getByText("Please choose a property")).toBeVisible();
  await order.getByLabel("Property").selectOption("Lake house: 2 Lake Road");
  await order.getByRole("button", { name: "Create Work Order" }).click();
  await expect(toast(page, "Work order created successfully")).toBeVisible();
});

test("what is promised anywhere in the thread is done from a client's page", async ({ page, open }) => {
  const client = await newClient(page);
  const lead = await newLead(page);
  const attached = await page.request.post(`/api/panel/leads/${lead.id}/client`, { data: { clientId: client.id } });
  expect(attached.status()).toBe(200);
  const words = "Send the drawing";
  await make(page, "next-steps", { kind: "lead", recordId: lead.id, words, dueOn: "2026-01-02" });
  await open(`/panel?record=client.${client.id}`, "Welcome");
  const promises = page.getByRole("region", { name: "Also promised" });
  await expect(promises).toContainText("Overdue: Jan 2, 2026");
  await expect(promises.getByRole("link", { name: String(lead.name) })).toBeVisible();
  await promises.getByRole("button", { name: `Done: ${words}` }).click();
  await expect(promises).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(promises).toContainText(words);
});

test("what nobody has taken is taken in one press, and given back", async ({ page, open }) => {
  const client = await newClient(page);
  const lead = await newLead(page);
  const [subject, title] = [fresh("Ticket"), fresh("Order")];
  await make(page, "support-tickets", { subject, description: "Dark", category: "general" });
  const order = await make(page, "work-orders", { clientId: client.id, title });
  const places = [
    [`/panel/leads?q=${encodeURIComponent(String(lead.name))}`, "Leads", String(lead.name)],
    [`/panel/tickets?q=${encodeURIComponent(subject)}`, "Support Tickets", subject],
    [`/panel/work-orders?id=${order.id}`, "Work Orders", title],
  ] as const;
  for (const [address, heading, name] of places) {
    await open(address, heading);
    const take = page.getByRole("button", { name: `Assign to Me: ${name}` });
    await take.click();
    await expect(toast(page, `${name} is assigned to you`)).toBeVisible();
    await expect(take).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(take).toBeVisible();
  }
});

test("of many properties a few stand before what has happened", async ({ page, open }) => {
  const client = await newClient(page);
  for (const [nth] of Array(5).entries()) {
    await make(page, `clients/${client.id}/properties`, { address: `${nth + 1} Lake Road`, name: `House ${nth + 1}` });
  }
  await open(`/panel/clients?record=client.${client.id}`, "Clients");
  const properties = page.getByRole("dialog", { name: client.name }).getByRole("region", { name: "Properties" });
  await expect(properties.getByRole("listitem")).toHaveCount(3);
  await properties.getByRole("button", { name: "Show All 6" }).click();
  await expect(properties.getByRole("listitem")).toHaveCount(6);
});

test("a lead is attached to a client by hand, taken back, and attached again to be handed over", async ({
  page,
  open,
}) => {
  const client = await newClient(page);
  const lead = await newLead(page);
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const sheet = page.getByRole("dialog", { name: String(lead.name) });
  const attach = sheet.getByRole("button", { name: "Attach to Client" });
  async function choose() {
    await attach.click();
    await sheet.getByLabel("Client", { exact: true }).fill(client.name);
    await page.getByRole("option", { name: new RegExp(client.name) }).click();
    await sheet.getByRole("button", { name: "Attach", exact: true }).click();
    await expect(toast(page, `Attached to ${client.name}`)).toBeVisible();
  }
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await expect(sheet.getByLabel("Address")).toBeVisible(); // the lead has none, and a job needs a place to go to
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await choose();
  await expect(sheet.getByRole("link", { name: client.name })).toBeVisible();
  await expect(attach).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(toast(page, "Taken back")).toBeVisible();
  await choose();
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await expect(toast(page, `Handed over: Installation: ${client.name}`)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Hand Over" })).toBeHidden();
});

test("a next step is somebody's, is changed without being typed again, and is told when it is done", async ({
  page,
  open,
}) => {
  const client = await newClient(page);
  await open(`/panel/clients?record=client.${client.id}`, "Clients");
  const step = page.getByRole("region", { name: "Next step" });
  await step.getByRole("button", { name: "Set Next Step" }).click();
  await step.getByLabel("What to do next").fill("Call about the colors");
  await step.getByLabel("Person").selectOption({ label: "sales@duskline.example (Sales Representative)" });
  await step.getByRole("button", { name: "Save" }).click();
  await expect(step).toContainText("Sander Sample");
  await step.getByRole("button", { name: "Change" }).click();
  await expect(step.getByLabel("What to do next")).toHaveValue("Call about the colors");
  await step.getByLabel("Time").fill("09:30");
  await step.getByRole("button", { name: "Save" }).click();
  await expect(step).toContainText("9:30 AM");
  await step.getByRole("button", { name: "Done" }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("listitem").first()).toContainText("Done");
  await expect(timeline).toContainText("Call about the colors");
});

test("a property is added, changed, removed, and brought back", async ({ page, open }) => {
  const client = await newClient(page);
  await open(`/panel/clients?record=client.${client.id}`, "Clients");
  const sheet = page.getByRole("dialog", { name: client.name });
  const properties = sheet.getByRole("region", { name: "Properties" });
  await properties.getByRole("button", { name: "Add Property" }).click();
  const made = page.getByRole("dialog", { name: "New Property" });
  await made.getByLabel("Address").fill("2 Lake Road, Columbus, OH 43004");
  await made.getByLabel("Name").fill("Lake house");
  await made.getByLabel("Roofline").fill("12 feet");
  await made.getByRole("button", { name: "Add Property" }).click();
  await expect(made).toContainText("Enter whole feet, such as 140");
  await made.getByLabel("Roofline").fill("1,180");
  await made.getByRole("button", { name: "Add Property" }).click();
  await expect(toast(page, "Property created successfully")).toBeVisible();
  await expect(properties).toContainText("1,180 feet");

  await properties.getByRole("button", { name: "Edit Lake house" }).click();
  const changed = page.getByRole("dialog", { name: "Edit Property" });
  await changed.getByLabel("Hazards").fill("Power line over the porch");
  await changed.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Property updated successfully")).toBeVisible();
  await expect(properties).toContainText("Power line over the porch");
  await expect(sheet.getByRole("listitem").filter({ hasText: "changed the property Lake house" })).toBeVisible();

  await properties.getByRole("button", { name: "Edit 9 Roof Row" }).click();
  await expect(changed.getByLabel("Address")).toHaveCount(0);
  await changed.getByLabel("Access").fill("Gate code 4411");
  await changed.getByRole("button", { name: "Save Changes" }).click();
  await expect(properties).toContainText("Gate code 4411");

  await properties.getByRole("button", { name: "Remove Lake house" }).click();
  await expect(properties).not.toContainText("Lake house");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Property added again")).toBeVisible();
  await expect(properties).toContainText("Power line over the porch");
});

test("its keys go through the timeline, edit and close; Back and Forward lead to it", async ({ page, open }) => {
  const lead = await newLead(page);
  for (const words of ["First words", "Second words"])
    await make(page, "activities", { kind: "lead", recordId: lead.id, type: "note", words });
  const name = String(lead.name);
  await open(`/panel/leads?q=${encodeURIComponent(name)}`, "Leads");
  const sheet = page.getByRole("dialog", { name });
  await page.getByRole("link", { name }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await page.goForward();
  await expect(sheet).toBeVisible();

  const event = (words: string) => sheet.getByRole("listitem").filter({ hasText: words });
  await expect(event("First words")).toBeVisible();
  await page.keyboard.press("j");
  await expect(event("Second words")).toBeFocused();
  await page.keyboard.press("j");
  await expect(event("First words")).toBeFocused();
  await page.keyboard.press("k");
  await expect(event("Second words")).toBeFocused();

  await sheet.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Merge Leads" })).toBeVisible();
  await page.getByRole("heading", { name: "Merge Leads" }).focus();
  await page.keyboard.press("e"); // rests under another window
  await expect(page).toHaveURL(new RegExp(`record=lead.${lead.id}`));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Merge Leads" })).toBeHidden();

  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Edit Lead" })).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/panel\/leads\?q=/);
});

test("its keys go on past the events that are loaded", async ({ page, open }) => {
  const lead = await newLead(page, { phone: "6145550100" });
  for (const [number] of Array(51).entries())
    await make(page, "activities", { kind: "lead", recordId: lead.id, type: "note", words: `Note ${number}` });
  await open(`/panel?record=lead.${lead.id}`, "Welcome");
  const sheet = page.getByRole("dialog", { name: String(lead.name) });
  await expect(sheet).toContainText("(614) 555-0100");
  const events = sheet.locator("[data-event]");
  await expect(events).toHaveCount(50);
  await events.last().focus();
  await page.keyboard.press("j");
  await expect(events.nth(50)).toBeFocused();
  await expect(events).toHaveCount(52); // with the lead's own beginning
});

test.describe("somebody else was first", () => {
  test.use({ forgive: /404/ });

  test("who was merged into another while somebody writes is told of, and the words stay", async ({ page, open }) => {
    const [gone, kept] = [await newLead(page), await newLead(page)];
    await open(`/panel/leads?record=lead.${gone.id}`, "Leads");
    const sheet = page.getByRole("dialog", { name: String(gone.name) });
    await sheet.getByRole("button", { name: "Note", exact: true }).click();
    await sheet.getByRole("textbox").fill("Worth keeping.");
    const merged = await page.request.post(`/api/panel/leads/${kept.id}/merge`, { data: { goneId: gone.id } });
    expect(merged.status()).toBe(200);
    await sheet.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Not found.")).toBeVisible();
    await expect(sheet.getByRole("textbox")).toHaveValue("Worth keeping.");
    await open(`/panel/leads?record=lead.${gone.id}`, "Leads");
    await expect(page.getByRole("alert").filter({ hasText: /^This record is not there any more/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  });
});

test("on paper it stands alone and whole", async ({ page, open }) => {
  const client = await newClient(page);
  for (let number = 0; number < 30; number += 1)
    await make(page, "activities", { kind: "client", recordId: client.id, type: "note", words: `Note ${number}` });
  await open(`/panel?record=client.${client.id}`, "Welcome");
  const sheet = page.getByRole("dialog", { name: client.name });
  await expect(sheet.getByText("Note 29")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main h1")).toBeHidden();
  await expect(sheet.getByRole("button", { name: "Merge", exact: true })).toBeHidden();
  await expect(sheet.getByRole("button", { name: "Set Next Step" })).toBeHidden();
  await expect(sheet.getByText("just now").first()).toBeHidden(); // of paper nobody knows how old it is
  await expect(sheet.getByText("Note 0", { exact: true })).toBeVisible();
  const pages = (await page.pdf({ format: "Letter" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(pages?.length).toBeGreaterThan(1);
});
