// Words and writes in the panel: two people at one record, answers that get lost, ways out with words unsaved, and what was
// removed by mistake.
import type { Locator, Page, Route } from "@playwright/test";
import { expect, fresh, make, signIn, test, toast } from "./staff";

interface Row {
  id: string;
  [field: string]: unknown;
}

const LEADS = "/api/panel/leads";
const ORDERS = "/api/panel/work-orders";

const newLead = (page: Page, more: object = {}) =>
  make<Row>(page, "leads", { name: fresh("Lead"), email: "kim@example.com", phone: "614-555-0100", ...more });

async function newOrder(page: Page, more: object = {}) {
  const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
  return make<Row>(page, "work-orders", { clientId: client.id, title: fresh("Order"), ...more });
}

/** What somebody else does meanwhile. */
async function colleague(page: Page, address: string, data: object) {
  expect((await page.request.patch(address, { data })).status()).toBe(200);
}

const stored = async (page: Page, address: string): Promise<Row> => (await page.request.get(address)).json();

const versionsIn = (place: Locator) => place.getByRole("region", { name: "Two versions of this record" });

/** The bodies of the changes that the page sends. */
function changesOf(page: Page): object[] {
  const bodies: object[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Lets the server do its work and cuts its answer off, once. */
async function loseAnswer(page: Page, address: string, method: string) {
  let lost = false;
  await page.route(address, async (route: Route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

test.use({ forgive: /status of (401|404|409|422)|ERR_/ });

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

  test("a conflict of another kind is told once, in the server's words", async ({ page, open }) => {
    const { id } = await newLead(page);
    const { dialog, save } = await openLead(page, open, id);
    await dialog.getByRole("textbox", { name: "Notes" }).fill("Words.");
    const refusal = { status: 409, json: { error: "This cannot be done right now." } };
    await page.route(`**${LEADS}/${id}`, (route) =>
      route.request().method() === "PATCH" ? route.fulfill(refusal) : route.fallback(),
    );
    await save.click();
    await expect(page.getByText("This cannot be done right now.")).toHaveCount(1);
    await expect(dialog.getByRole("textbox", { name: "Notes" })).toHaveValue("Words.");
  });

  test("their history tells names, days and words instead of ids and codes", async ({ page, open }) => {
    const { id } = await newLead(page);
    const person = await stored(page, "/api/auth/user");
    await colleague(page, `${LEADS}/${id}`, { assignedTo: person.id, source: "website", estimatedValue: 4500 });
    const { dialog } = await openLead(page, open, id);
    await dialog.getByRole("button", { name: "History" }).click();
    await expect(dialog.getByText(`Assigned to: Unassigned → ${person.email}`)).toBeVisible();
    await expect(dialog.getByText("Source: nothing → Website")).toBeVisible();
    await expect(dialog.getByText("Estimated value: nothing → $4,500")).toBeVisible();
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
    await expect(drawer.getByRole("button", { name: "Save Materials" })).toBeHidden();
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
    await expect(drawer.getByRole("button", { name: "Save Notes" })).toBeHidden();
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
  const fields = { name: "Robin", email: "robin@example.com", location: "Columbus", category: "Residential" };
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
    await expect(dialog.getByText(/^What you typed is still here\. Try again/)).toBeVisible();
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
      await expect(dialog.getByText(/^What you typed is still here\. Try again/)).toBeVisible();
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
    await expect(form.getByText(/^What you typed is still here\. Try again/)).toBeVisible();
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

test.describe("with words that are not saved", () => {
  const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
  const keep = (page: Page) => question(page).getByRole("button", { name: "Keep editing" }).click();

  test("saving one part of a drawer does not forget another, and Cancel leads back to it", async ({ page, open }) => {
    const { id } = await newOrder(page);
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    const notes = drawer.getByRole("textbox", { name: "Notes" });
    await notes.fill("Bring the long ladder.");
    await drawer.getByRole("button", { name: "Add Material" }).click();
    await drawer.getByLabel("Material 1", { exact: true }).fill("Clips");
    await drawer.getByRole("button", { name: "Save Materials" }).click();
    await expect(drawer.getByRole("button", { name: "Save Materials" })).toBeHidden();
    await page.keyboard.press("Escape");
    await keep(page);
    await drawer.getByRole("button", { name: "Edit Work Order" }).click();
    await keep(page);
    await expect(drawer.getByRole("button", { name: "Edit Work Order" })).toBeFocused();
    await expect(notes).toHaveValue("Bring the long ladder.");
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("button", { name: /Save Notes|Saving/ })).toBeHidden();

    await drawer.getByRole("button", { name: "Edit Work Order" }).click();
    await drawer.getByLabel("Title").fill("Other words");
    await drawer.getByRole("button", { name: "Cancel" }).click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(drawer.getByRole("button", { name: "Edit Work Order" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden(); // nothing is unsaved, nothing is asked
  });

  test("Back asks first, and goes where it led", async ({ page, open }) => {
    await open("/panel/clients", "Clients");
    await page.getByRole("link", { name: "Leads" }).click();
    await page.getByRole("button", { name: "New Lead" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Lead" });
    const name = dialog.getByLabel("Name", { exact: true });
    await name.fill("Words");
    await page.evaluate(() => history.back());
    await keep(page);
    await expect(name).toHaveValue("Words");
    await expect(page).toHaveURL(/leads\?new/);

    await page.evaluate(() => history.back());
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/panel\/leads$/);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/panel\/clients$/);
  });

  test("a search that was typed just before narrows the list under them, and asks nothing", async ({ page, open }) => {
    await open("/panel/leads", "Leads");
    await page.getByRole("button", { name: "New Lead" }).first().focus();
    // One turn of the page: no wait for a list that is read anew comes between the search and the words.
    await page.evaluate(() => {
      const type = (field: HTMLInputElement, words: string) => {
        Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, words);
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (search) type(search, "nobody at all");
      (document.activeElement as HTMLElement).click();
      new MutationObserver((_, watch) => {
        const name = document.querySelector<HTMLInputElement>("[role=dialog] input[name=name]");
        if (!name) return;
        watch.disconnect();
        type(name, "Words");
      }).observe(document, { childList: true, subtree: true });
    });
    await expect(page).toHaveURL(/nobody/);
    await expect(page).toHaveURL(/new/);
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toHaveValue("Words");
  });

  test("words on a visitor's photo are asked for as well", async ({ page, open }) => {
    await open("/panel/settings?tab=gallery&approved=1", "Gallery");
    const words = page.getByLabel("Description").first();
    await words.fill("Other words for this photo");
    await page.getByRole("link", { name: "Leads" }).click();
    await keep(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a screen" }).fill("Support Tickets");
    await page.keyboard.press("Enter");
    await keep(page);
    await expect(words).toHaveValue("Other words for this photo");
  });

  test("a session's end keeps them for the same person alone", async ({ page, open }) => {
    const { id } = await newOrder(page);
    const notes = page.getByRole("dialog", { name: "Work Order" }).getByRole("textbox", { name: "Notes" });
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await notes.fill("Kept for me.");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save Notes" }).click();
    await expect(page).toHaveURL(/\/login/);

    await signIn(page, "admin");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await expect(notes).toHaveValue("");
    await page.context().clearCookies();
    await signIn(page, "branch");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await expect(notes).toHaveValue("");
  });

  test("a session's end and a new one bring them back", async ({ page, open }) => {
    const { id } = await newLead(page);
    await open(`/panel/leads?id=${id}`, "Leads");
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0122");
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await colleague(page, `${LEADS}/${id}`, { phone: "614-555-0177" });
    await open(`/panel/leads?id=${id}`, "Leads");
    await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveValue("614-555-0122");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(versionsIn(dialog)).toContainText("614-555-0177"); // the words still know what they began with
    await page.keyboard.press("Escape");
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await open(`/panel/leads?id=${id}`, "Leads");
    await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveValue("614-555-0177"); // they come back once
  });
});

/** A one-pixel picture, as a camera's file. */
const PHOTO = {
  name: "roof.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("a photo and a material that were removed by mistake come back @both", async ({ page, open }) => {
  const { id } = await newOrder(page, { materialsUsed: [{ name: "Channel", quantity: 12, unit: "ft" }] });
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
  const photos = `${ORDERS}/${id}/photos`;
  await loseAnswer(page, `**${photos}/*`, "DELETE");
  await drawer.getByRole("button", { name: "Remove photo 1" }).click();
  await expect(toast(page, "The photo could not be removed.")).toBeVisible();
  await drawer.getByRole("button", { name: "Remove photo 1" }).click(); // done by now: the same answer comes
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeHidden();
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
  await expect(drawer.getByText(/^Your last photo is not saved yet/)).toBeVisible();
  await page.unroute(calls);
  await drawer.getByRole("button", { name: "Try Again" }).click();
  await expect(drawer.getByRole("img", { name: /^Number 1/ })).toBeVisible();
});
