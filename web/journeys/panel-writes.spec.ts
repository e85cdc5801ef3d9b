// Writes in the panel: two people at one record, answers that get lost, and what was removed by mistake.
import type { Page } from "@playwright/test";
import { loseAnswer } from "./held";
import { colleague, LEADS, newLead, newOrder, ORDERS, type Row, versionsIn } from "./records";
import { expect, fresh, PHOTO, test, toast } from "./staff";

const stored = async (page: Page, address: string): Promise<Row> => (await page.request.get(address)).json();

/** The bodies of the changes that the page sends. */
function changesOf(page: Page): object[] {
  const bodies: object[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") bodies.push(request.postDataJSON());
  });
  return bodies;
}

test.use({ forgive: /status of (401|404|409|422|503)|ERR_/ });

test.describe("two people at one lead", () => {
  async function openLead(page: Page, open: (path: string, heading: string) => Promise<void>, id: string) {
    await open(`/panel/leads?id=${id}`, "Leads");
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    await expect(dialog.getByLabel("Name", { exact: true })).toBeVisible();
    return { dialog, save: dialog.getByRole("button", { name: "Save Changes" }) };
  }

  test("only what a person changed is sent; what a colleague changed stays, and is told @both", async ({
    page,
    open,
  }) => {
    const { id } = await newLead(page, { notes: "Asked twice." });
    const sent = changesOf(page);
    const { dialog, save } = await openLead(page, open, id);
    await dialog.getByRole("textbox", { name: "Address" }).fill("12 Sample Street");
    await dialog.getByRole("textbox", { name: "Notes" }).fill("Asked twice.\nMine.");
    await colleague(page, `${LEADS}/${id}`, { phone: "614-555-0177", notes: "Asked twice.\nTheirs." });
    await save.click();
    await expect(
      toast(page, "Lead updated successfully, together with what someone else changed: phone and notes."),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(sent[0]).toEqual({ address: "12 Sample Street", notes: "Asked twice.\nMine." });
    expect(await stored(page, `${LEADS}/${id}`)).toMatchObject({
      address: "12 Sample Street",
      phone: "614-555-0177",
      notes: "Asked twice.\nTheirs.\nMine.",
    });
  });

  test("what both changed is chosen, field by field, and nothing is saved before @both", async ({ page, open }) => {
    const { id } = await newLead(page);
    const { dialog, save } = await openLead(page, open, id);
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0122");
    await dialog.getByLabel("Status").selectOption("contacted");
    await colleague(page, `${LEADS}/${id}`, { phone: "614-555-0177", status: "won", address: "12 Sample Street" });
    await save.click();
    const versions = versionsIn(dialog);
    await expect(versions).toBeFocused();
    await expect(versions.getByRole("group")).toHaveCount(2); // and not the address, which nobody else touched
    await expect(versions).toContainText("What only they changed is already here: address.");
    await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue("12 Sample Street");
    await expect(save).toBeHidden();
    await dialog.getByRole("textbox", { name: "Phone" }).press("Enter");
    expect(await stored(page, `${LEADS}/${id}`)).toMatchObject({ phone: "614-555-0177", status: "won" });

    await versions.getByRole("button", { name: "Take Theirs: Status" }).click();
    await versions.getByRole("button", { name: "Keep Mine: Phone" }).click();
    await expect(save).toBeFocused();
    await colleague(page, `${LEADS}/${id}`, { phone: "614-555-0188" }); // once more, before the choice is saved
    await save.click();
    await expect(versions.getByRole("group")).toHaveCount(1);
    await expect(versions).toContainText("614-555-0188");
    await versions.getByRole("button", { name: "Keep Mine: Phone" }).click();
    await save.click();
    await expect(toast(page, "Lead updated successfully")).toBeVisible();
    expect(await stored(page, `${LEADS}/${id}`)).toMatchObject({
      phone: "614-555-0122",
      status: "won",
      address: "12 Sample Street",
    });
  });

  test("a record that is gone meanwhile says so and keeps the words", async ({ page, open }) => {
    const { id } = await newLead(page);
    const { dialog, save } = await openLead(page, open, id);
    await dialog.getByRole("textbox", { name: "Notes" }).fill("Worth keeping.");
    await page.route(`**${LEADS}/${id}`, (route) => route.fulfill({ status: 404, json: { error: "Not found." } }));
    await save.click();
    await expect(dialog.getByText(/^This record was removed, or moved out of your reach/)).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Notes" })).toHaveValue("Worth keeping.");
  });

  test("a conflict of another kind is told in the server's words, also when the notice has gone", async ({
    page,
    open,
  }) => {
    const { id } = await newLead(page);
    const { dialog, save } = await openLead(page, open, id);
    await dialog.getByRole("textbox", { name: "Notes" }).fill("Words.");
    const refusal = { status: 409, json: { error: "This cannot be done right now." } };
    await page.route(`**${LEADS}/${id}`, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(refusal) : route.fallback(),
    );
    await save.click();
    await expect(toast(page, "This cannot be done right now.")).toBeVisible();
    await page.getByRole("button", { name: "Close notification" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("This cannot be done right now.");
    await expect(dialog.getByRole("textbox", { name: "Notes" })).toHaveValue("Words.");
  });

  test("their history tells names, days and words instead of ids and codes", async ({ page, open }) => {
    const { id } = await newLead(page);
    const person = await stored(page, "/api/auth/user");
    await colleague(page, `${LEADS}/${id}`, { assignedTo: person.id, source: "website", estimatedValue: 4500 });
    const { dialog } = await openLead(page, open, id);
    await dialog.getByRole("button", { name: "History" }).click();
    await expect(dialog.getByText(`Assigned to: Unassigned → ${person.firstName} ${person.lastName}`)).toBeVisible();
    await expect(dialog.getByText("Source: Website")).toBeVisible();
    await expect(dialog.getByText("Estimated value: $4,500")).toBeVisible();
  });
});

test.describe("two people at one work order", () => {
  async function openOrder(page: Page, open: (path: string, heading: string) => Promise<void>, id: string) {
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await expect(drawer.getByRole("heading", { name: /^Order / })).toBeVisible();
    return drawer;
  }

  test("notes, materials and status are merged where they can be @both", async ({ page, open }) => {
    const { id } = await newOrder(page, { materialsUsed: [{ name: "Channel", quantity: 12, unit: "ft" }] });
    const drawer = await openOrder(page, open, id);
    await drawer.getByRole("textbox", { name: "Notes" }).fill("North side.");
    await drawer.getByRole("button", { name: "Add Material" }).click();
    await drawer.getByLabel("Material 2", { exact: true }).fill("Clips");
    await colleague(page, `${ORDERS}/${id}`, {
      notes: "Gate code 12.",
      scheduledDate: "2027-01-15",
      materialsUsed: [
        { name: "Channel", quantity: 14, unit: "ft" },
        { name: "Tape", quantity: 1, unit: null },
      ],
    });
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("textbox", { name: "Notes" })).toHaveValue("Gate code 12.\nNorth side.");
    await expect(drawer.getByText("Jan 15, 2027")).toBeVisible();
    await drawer.getByRole("button", { name: "Save Materials" }).click();
    await expect(drawer.getByRole("button", { name: /Save Materials|Saving/ })).toBeHidden();
    await colleague(page, `${ORDERS}/${id}`, { priority: "high" });
    await drawer.getByRole("button", { name: "Start", exact: true }).click();
    await expect(drawer.getByText("In Progress")).toBeVisible(); // at once, before it is saved
    await expect
      .poll(() => stored(page, `${ORDERS}/${id}`))
      .toMatchObject({
        status: "in_progress",
        priority: "high",
        notes: "Gate code 12.\nNorth side.",
        materialsUsed: [
          { name: "Channel", quantity: 14, unit: "ft" },
          { name: "Tape", quantity: 1, unit: null },
          { name: "Clips", quantity: 1, unit: null },
        ],
      });
  });

  test("a status never goes backward unseen @both", async ({ page, open }) => {
    const { id } = await newOrder(page);
    const drawer = await openOrder(page, open, id);
    await colleague(page, `${ORDERS}/${id}`, { status: "completed" });
    await drawer.getByRole("button", { name: "Start", exact: true }).click();
    const versions = versionsIn(drawer);
    await expect(versions).toContainText("In Progress");
    await expect(versions).toContainText("Completed");
    expect(await stored(page, `${ORDERS}/${id}`)).toMatchObject({ status: "completed" });
    await versions.getByRole("button", { name: "Take Theirs: Status" }).click();
    await expect(versions).toBeHidden();
    expect(await stored(page, `${ORDERS}/${id}`)).toMatchObject({ status: "completed" });
  });

  test("notes that somebody rewrote are chosen, or kept both", async ({ page, open }) => {
    const { id } = await newOrder(page, { notes: "Old." });
    const drawer = await openOrder(page, open, id);
    await drawer.getByRole("textbox", { name: "Notes" }).fill("Mine.");
    await colleague(page, `${ORDERS}/${id}`, { notes: "Theirs." });
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await versionsIn(drawer).getByRole("button", { name: "Keep Both" }).click();
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("button", { name: /Save Notes|Saving/ })).toBeHidden();
    expect(await stored(page, `${ORDERS}/${id}`)).toMatchObject({ notes: "Theirs.\nMine." });
  });

  for (const [choice, notes] of [
    ["Keep Mine", "Mine, and more."],
    ["Keep Both", "Theirs.\nMine, and more."],
  ] as const) {
    test(`what is typed while the choice waits counts: ${choice}`, async ({ page, open }) => {
      const { id } = await newOrder(page, { notes: "Old." });
      const drawer = await openOrder(page, open, id);
      const field = drawer.getByRole("textbox", { name: "Notes" });
      await field.fill("Mine.");
      await colleague(page, `${ORDERS}/${id}`, { notes: "Theirs." });
      await drawer.getByRole("button", { name: "Save Notes" }).click();
      await expect(versionsIn(drawer)).toBeFocused();
      await field.fill("Mine, and more.");
      await versionsIn(drawer).getByRole("button", { name: choice }).click();
      await expect(field).toHaveValue(notes);
    });
  }
});

test("two people at one visitor's photo: words merge, and a verdict is chosen @both", async ({ page, open }) => {
  const words = fresh("Warm white along the ridge");
  const image = { name: "roof.png", mimeType: "image/png", buffer: PHOTO.buffer };
  const fields = {
    name: "Robin",
    email: "robin@example.com",
    location: "Columbus",
    category: "Residential",
    consent: "visitor-1",
  };
  await page.request.post("/api/gallery", { multipart: { image, ...fields, description: words } });
  await open("/panel/settings?tab=gallery", "Gallery");
  const photo = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: new RegExp(words) }) });
  const [{ id }] = (await (await page.request.get("/api/panel/gallery?approved=0")).json()).filter(
    ({ description }: Row) => description === words,
  );
  await photo.getByLabel("Description").fill(`${words}, mended`);
  await colleague(page, `/api/panel/gallery/${id}`, { category: "Holiday", approved: -1 });
  await page.getByRole("button", { name: "Refresh" }).click(); // the photo leaves the list, the words stay
  const unsaved = page.getByRole("region", { name: "Unsaved changes" });
  await expect(unsaved.getByLabel("Description")).toHaveValue(`${words}, mended`);
  await photo.getByRole("button", { name: "Approve" }).click();
  const versions = versionsIn(photo);
  await expect(versions).toContainText("Approved");
  await expect(versions).toContainText("Rejected");
  await expect(versions.getByRole("group")).toHaveCount(1);
  await versions.getByRole("button", { name: "Take Theirs: State" }).click();
  await expect(toast(page, "Photo approved")).toBeHidden();
  await expect
    .poll(() => stored(page, `/api/panel/gallery/${id}`))
    .toMatchObject({ approved: -1, category: "Holiday", description: `${words}, mended` });
  await expect(unsaved).toBeHidden();
});

test.describe("an answer that gets lost", () => {
  test("a change is sent again, and conflicts with nobody", async ({ page, open }) => {
    const { id } = await newLead(page);
    await open(`/panel/leads?id=${id}`, "Leads");
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0122");
    await loseAnswer(page, `**${LEADS}/${id}`, "PATCH");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText(/What you typed is still here\. Try again/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0133"); // and is changed before the second attempt
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "Lead updated successfully")).toBeVisible();
    expect(await stored(page, `${LEADS}/${id}`)).toMatchObject({ phone: "614-555-0133" });
  });

  /** The records of a list that are found under these words. */
  const found = async (page: Page, list: string, words: string): Promise<Row[]> =>
    (await page.request.get(`/api/panel/${list}?q=${encodeURIComponent(words)}`)).json();

  for (const [words, phone] of [
    ["the same words", "614-555-0122"],
    ["other words", "614-555-0133"],
  ] as const) {
    test(`a new lead is made once, sent again with ${words} @both`, async ({ page, open }) => {
      const name = fresh("Lead");
      await open("/panel/leads?new", "Leads");
      const dialog = page.getByRole("dialog", { name: "New Lead" });
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByLabel("Email").fill("kim@example.com");
      await dialog.getByLabel("Phone").fill("614-555-0122");
      await loseAnswer(page, `**${LEADS}`, "POST");
      await dialog.getByRole("button", { name: "Create Lead" }).click();
      await expect(dialog.getByText(/What you typed is still here\. Try again/)).toBeVisible();
      await dialog.getByLabel("Phone").fill(phone);
      await dialog.getByRole("button", { name: "Create Lead" }).click();
      await expect(toast(page, "Lead created successfully")).toBeVisible();
      await expect.poll(() => found(page, "leads", name)).toMatchObject([{ name, phone }]);
    });
  }

  test("a visitor's message is taken once, and a changed one only when it is asked for", async ({ page, visit }) => {
    const name = fresh("Visitor");
    await visit("/support");
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Send Message" }) });
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByLabel("Email").fill("robin@example.com");
    await form.getByLabel("Message").fill("The left gable stays dark.");
    await loseAnswer(page, "**/api/contact", "POST");
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.getByText(/What you typed is still here\. Try again/)).toBeVisible();
    await form.getByLabel("Message").fill("The left gable stays dark, and the porch.");
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.getByText(/^We already have this as you first sent it\./)).toBeVisible();
    await expect(page.locator("[data-slot=toast]")).toHaveCount(0); // which would say to try again
    expect(await found(page, "enquiries", name)).toHaveLength(1);
    await form.getByRole("button", { name: "Send as New" }).click();
    await expect(toast(page, "Message sent!")).toBeVisible();
    expect(await found(page, "enquiries", name)).toHaveLength(2);
  });
});

test("a photo and a material that were removed by mistake come back @both", async ({ page, open }) => {
  const { id } = await newOrder(page, { materialsUsed: [{ name: "Channel", quantity: 12, unit: "ft" }] });
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
  const photos = `${ORDERS}/${id}/photos`;
  await loseAnswer(page, `**${photos}/*`, "DELETE");
  await drawer.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(toast(page, "No answer came back")).toBeVisible();
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeHidden(); // done by now, which the drawer shows
  await page.getByRole("button", { name: "Try Again" }).click(); // the same answer comes
  await page.route(`**${photos}/*/restore`, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeVisible();
  await expect(drawer).toBeVisible();
  expect((await stored(page, `${ORDERS}/${id}`)).images).toHaveLength(1);

  await drawer.getByRole("button", { name: "Remove material 1" }).click();
  await expect(drawer.getByLabel("Material 1", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(drawer.getByLabel("Material 1", { exact: true })).toHaveValue("Channel");
});

test("a photo that could not be sent waits to be sent again, once", async ({ page, open }) => {
  const { id } = await newOrder(page);
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  const calls = `**${ORDERS}/${id}/photos`;
  await page.route(calls, (route) => route.abort());
  await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
  await expect(drawer.getByText(/^No answer came back\. Your last photo may be saved already/)).toBeVisible();
  await page.unroute(calls);
  await drawer.getByRole("button", { name: "Try Again" }).click();
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeVisible();
});

test("a photo whose answer was lost stands among those of its order, also where it is discarded", async ({
  page,
  open,
}) => {
  const { id } = await newOrder(page);
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  await loseAnswer(page, `**${ORDERS}/${id}/photos`);
  await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
  await expect(drawer.getByText(/^No answer came back\. Your last photo may be saved already/)).toBeVisible();
  await drawer.getByRole("button", { name: "Discard Photo" }).click();
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeVisible();
  await expect(drawer.getByText("None yet.")).toHaveCount(0);
  expect((await stored(page, `${ORDERS}/${id}`)).images).toHaveLength(1);
});

test("a photo that the server could not take is not saved, and the page says so", async ({ page, open }) => {
  const { id } = await newOrder(page);
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  await page.route(`**${ORDERS}/${id}/photos`, (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
  await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
  await expect(drawer.getByText(/^Your last photo is not saved yet/)).toBeVisible();
});
