// A press while the one before it is written is not lost: it is taken afterwards, in its order, and shown at once.
import type { Page } from "@playwright/test";
import { hold, holdAnswers } from "./held";
import { colleague, LEADS, newLead, newOrder, ORDERS, type Row } from "./records";
import { expect, fresh, make, PHOTO, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

/** A new lead's card on the board. */
async function onBoard(page: Page, open: (address: string, heading: string) => Promise<unknown>) {
  const name = fresh("Pressed");
  const lead = await newLead(page, { name });
  await open(`/panel/leads?view=board&q=${encodeURIComponent(name)}`, "Leads");
  const link = page.getByRole("link", { name, exact: true });
  await expect(link).toBeVisible();
  await page.waitForLoadState("networkidle"); // of every column
  return { name, lead, link };
}

const stored = async (page: Page, address: string): Promise<Row> => (await page.request.get(address)).json();

test("of a lead on the board: three steps by keys are three steps @both", async ({ page, open }) => {
  const { name, lead, link } = await onBoard(page, open);
  const { sent, release } = await hold(page, `**${LEADS}/${lead.id}`);
  await link.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("region", { name: "Contacted" }).getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("region", { name: "Qualified" }).getByRole("link", { name })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("region", { name: "Proposal" }).getByRole("link", { name })).toBeFocused();
  expect(sent).toEqual([{ status: "contacted" }]);
  release();
  await expect(toast(page, `${name} moved to Proposal`)).toBeVisible();
  expect(sent).toEqual([{ status: "contacted" }, { status: "qualified" }, { status: "proposal" }]); // none was refused and sent again
  await expect(page.getByRole("region", { name: "Proposal" }).getByRole("link", { name })).toBeFocused();
  expect(await stored(page, `${LEADS}/${lead.id}`)).toMatchObject({ status: "proposal" });
});

test.describe("behind a refused press", () => {
  test.use({ forgive: /status of 409/ });

  test("of a lead on the board: the steps that wait fall with it, and a colleague's word stays @both", async ({
    page,
    open,
  }) => {
    const { name, lead, link } = await onBoard(page, open);
    await colleague(page, `${LEADS}/${lead.id}`, { status: "won" });
    const { sent, release } = await hold(page, `**${LEADS}/${lead.id}`);
    await link.focus();
    for (const column of ["Contacted", "Qualified", "Proposal"]) {
      await page.keyboard.press("Shift+ArrowRight");
      await expect(page.getByRole("region", { name: column }).getByRole("link", { name })).toBeFocused();
    }
    release();
    await expect(
      toast(page, `Someone else has moved ${name} to Won meanwhile. What you pressed after it was not done.`),
    ).toBeVisible();
    await expect(page.getByRole("region", { name: "Won" }).getByRole("link", { name })).toBeFocused();
    expect(sent).toEqual([{ status: "contacted" }]);
    expect(await stored(page, `${LEADS}/${lead.id}`)).toMatchObject({ status: "won" });
  });

  test("of a lead on the board: the focus stays where somebody has gone on", async ({ page, open }) => {
    const { name, lead, link } = await onBoard(page, open);
    await colleague(page, `${LEADS}/${lead.id}`, { status: "won" });
    const { release } = await hold(page, `**${LEADS}/${lead.id}`);
    await link.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByRole("region", { name: "Contacted" }).getByRole("link", { name })).toBeFocused();
    const search = page.getByRole("searchbox");
    await search.focus();
    release();
    await expect(page.getByRole("region", { name: "Won" }).getByRole("link", { name })).toBeVisible();
    await expect(search).toBeFocused();
  });
});

test("of a visit in the week: what is carried on while it is put down lands where it was carried", async ({
  page,
  open,
}) => {
  const day = "2033-03-07";
  const { homeBranchId } = await stored(page, "/api/auth/user");
  const { people } = (await stored(page, `/api/panel/schedule?branchId=${homeBranchId}&from=${day}&days=7`)) as Row & {
    people: Row[];
  };
  const [person] = people;
  const order = await newOrder(page, { scheduledDate: day, assignedTo: person?.id });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const card = (of: string) =>
    page.locator(`[data-column="${person?.id} ${of}"]`).getByRole("link", { name: String(order.title) });
  const { sent, release } = await hold(page, "**/api/panel/visits/*");
  await card(day).focus();
  for (const next of ["2033-03-08", "2033-03-09"]) {
    for (const key of ["m", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await expect(card(next)).toBeFocused();
  }
  expect(sent).toHaveLength(1);
  release();
  await expect.poll(() => sent.length).toBe(2);
  const visits = async () => (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`)).json();
  await expect.poll(async () => (await visits())[0].day).toBe("2033-03-09");
  await expect(card("2033-03-09")).toBeVisible();
  await expect(page.getByText("This record was changed by someone else.")).toHaveCount(0);
});

/** The window of the one photo of a new work order. */
async function openPhoto(page: Page, open: (path: string, title: string) => Promise<void>) {
  const order = await newOrder(page);
  const image = { name: PHOTO.name, mimeType: PHOTO.mimeType, buffer: PHOTO.buffer };
  expect((await page.request.post(`${ORDERS}/${order.id}/photos`, { multipart: { image } })).ok()).toBe(true);
  await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
  await page.getByRole("button", { name: /^Number 1, taken/ }).click();
  const photo = page.getByRole("dialog", { name: "Photo" });
  return { order, photo };
}

test("of a photo: what it shows is kept while its caption is saved", async ({ page, open }) => {
  const { order, photo } = await openPhoto(page, open);
  const { sent, release } = await hold(page, `**${ORDERS}/${order.id}/photos/*`);
  await photo.getByRole("textbox", { name: "Caption" }).fill("North gable");
  await photo.getByRole("button", { name: "Save" }).click();
  await photo.getByText("Problem").click();
  await expect(photo.getByRole("radio", { name: "Problem" })).toBeChecked();
  await expect(page.getByText("Uploading...")).toHaveCount(0); // no photo is on its way
  expect(sent).toEqual([{ caption: "North gable" }]);
  release();
  await expect.poll(() => sent).toEqual([{ caption: "North gable" }, { kind: "problem" }]);
  await expect
    .poll(async () => (await stored(page, `${ORDERS}/${order.id}`)).images)
    .toMatchObject([{ caption: "North gable", kind: "problem" }]);
  await expect(photo.getByRole("radio", { name: "Problem" })).toBeChecked();
});

test("of a photo: a caption is saved without the blanks around it, and then there is nothing to save or to lose", async ({
  page,
  open,
}) => {
  const { order, photo } = await openPhoto(page, open);
  const caption = photo.getByRole("textbox", { name: "Caption" });
  await caption.fill("North gable ");
  await photo.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await stored(page, `${ORDERS}/${order.id}`)).images)
    .toMatchObject([{ caption: "North gable" }]);
  await expect(photo.getByRole("button", { name: "Save" })).toBeDisabled();
  await caption.fill("  North gable");
  await expect(photo.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(photo).toBeHidden();
});

test("of a photo: a caption that was not saved is there again with the photo that Undo puts back", async ({
  page,
  open,
}) => {
  const { order, photo } = await openPhoto(page, open);
  await photo.getByRole("textbox", { name: "Caption" }).fill("North gable");
  await photo.getByRole("button", { name: "Remove Photo" }).click();
  await expect(photo).toBeHidden();
  await expect(toast(page, "Photo removed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Photo put back")).toBeVisible();
  expect((await stored(page, `${ORDERS}/${order.id}`)).images).toMatchObject([{ caption: "North gable" }]);
});

/** Presses Start while the answer to a change of the order's photo is held; `steps` are the bodies sent for the order. */
async function startBehindPhoto(page: Page, open: Parameters<typeof openPhoto>[1]) {
  const { order, photo } = await openPhoto(page, open);
  const answer = await holdAnswers(page, `**${ORDERS}/${order.id}/photos/*`);
  const steps: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH" && request.url().endsWith(String(order.id))) steps.push(request.postData() ?? "");
  });
  await photo.getByText("Problem").click();
  const images = async () => (await stored(page, `${ORDERS}/${order.id}`)).images;
  await expect.poll(images).toMatchObject([{ kind: "problem" }]);
  await photo.getByRole("button", { name: "Close" }).click();
  const window = page.getByRole("dialog", { name: "Work Order" });
  await window.getByRole("button", { name: "Start", exact: true }).click();
  return { order, window, steps, answer };
}

test("of an order: its step waits for what is said of a photo, and meets no version that this made old", async ({
  page,
  open,
}) => {
  const { order, window, steps, answer } = await startBehindPhoto(page, open);
  expect(steps).toEqual([]);
  const { release } = await hold(page, `**${ORDERS}/${order.id}`);
  const readAgain = page.waitForResponse(
    (read) => read.url().endsWith(String(order.id)) && read.request().method() === "GET",
  );
  answer();
  await readAgain;
  await page.waitForTimeout(200);
  expect(steps).toHaveLength(1);
  await expect(window.getByRole("button", { name: "Complete" })).toBeVisible(); // what was pressed stays shown
  release();
  await expect(toast(page, "Work order updated successfully")).toBeVisible();
  await expect(page.getByText("what someone else changed")).toHaveCount(0);
  expect(steps).toEqual(['{"status":"in_progress"}']);
});

test("of an order: a step that waits meets no old version where its window is closed meanwhile", async ({
  page,
  open,
}) => {
  const { window, steps, answer } = await startBehindPhoto(page, open);
  await page.keyboard.press("Escape");
  await expect(window).toBeHidden();
  expect(steps).toEqual([]);
  answer();
  await expect(toast(page, "Work order updated successfully")).toBeVisible();
  expect(steps).toEqual(['{"status":"in_progress"}']);
});

test.describe("beside a photo that is being sent", () => {
  test.use({ forgive: /status of 409/ });

  test("of an order: a step taken while a photo of one's own is sent speaks of nobody else", async ({ page, open }) => {
    const { order, photo } = await openPhoto(page, open);
    await photo.getByRole("button", { name: "Close" }).click();
    const dialog = page.getByRole("dialog", { name: "Work Order" });
    const answer = await holdAnswers(page, `**${ORDERS}/${order.id}/photos`);
    await dialog.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
    const photos = async () => (await stored(page, `${ORDERS}/${order.id}`)).images;
    await expect.poll(photos).toHaveLength(2);
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await expect(toast(page, "Work order updated successfully")).toBeVisible();
    await expect(page.getByText("what someone else changed")).toHaveCount(0);
    answer();
  });
});

test("of a photo: it is removed after what was said of it, and the notice that takes it back stays", async ({
  page,
  open,
}) => {
  const { order, photo } = await openPhoto(page, open);
  const calls: string[] = [];
  page.on("response", (answer) => {
    const method = answer.request().method();
    if (/\/photos\//.test(answer.url()) && method !== "GET") calls.push(`${method} ${answer.status()}`);
  });
  const { release } = await hold(page, `**${ORDERS}/${order.id}/photos/*`);
  await photo.getByText("Problem").click();
  await photo.getByRole("button", { name: "Remove Photo" }).click();
  await expect(photo).toBeHidden();
  release();
  const notice = toast(page, "Photo removed");
  await expect(notice).toBeVisible();
  expect(calls).toEqual(["PATCH 200", "DELETE 200"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Photo put back")).toBeVisible();
});

test("of a next step: other words, sent by Enter while the first are saved, are saved after them", async ({
  page,
  open,
}) => {
  const lead = await newLead(page, { name: fresh("Pressed") });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const part = page.getByRole("region", { name: "Next step" });
  await part.getByRole("button", { name: "Set Next Step" }).click();
  const words = part.getByLabel("What to do next");
  const { sent, release } = await hold(page, "**/api/panel/next-steps", "POST");
  const after = page.waitForRequest((call) => call.method() === "PATCH" && call.url().includes("/next-steps/"));
  await words.fill("Call");
  await words.press("Enter");
  await words.press("Enter"); // the same twice is one
  await expect(part.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await words.fill("Call about the colors");
  await words.press("Enter");
  await expect(words).toBeFocused();
  release();
  expect((await after).postDataJSON()).toMatchObject({ words: "Call about the colors" });
  expect(sent).toMatchObject([{ words: "Call" }]);
  await expect(part.getByText("Call about the colors")).toBeVisible();
  await expect(words).toHaveCount(0);
});

test("of a next step: a press before the page is read again goes on from the day that is saved, and nobody else is blamed", async ({
  page,
  open,
}) => {
  const lead = await newLead(page, { name: fresh("Pressed") });
  await make<Row>(page, "next-steps", { kind: "lead", recordId: lead.id, words: "Call", dueOn: "2061-03-01" });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const part = page.getByRole("region", { name: "Next step" });
  await expect(part.getByText("Mar 1, 2061")).toBeVisible();
  const answer = await holdAnswers(page, `**${LEADS}/${lead.id}/record`);
  const days: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") days.push(request.postDataJSON().dueOn);
  });
  for (const day of ["2", "3"]) {
    await part.getByRole("button", { name: "A day later" }).click();
    await expect(toast(page, `Moved to Mar ${day}, 2061`)).toBeVisible();
    await expect(part.getByText(`Mar ${day}, 2061`)).toBeVisible();
  }
  await part.getByRole("button", { name: "Change" }).click(); // the words begin with what is saved
  await part.getByLabel("What to do next").fill("Call Ann");
  await part.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Next step saved")).toBeVisible();
  await part.getByRole("button", { name: "Done" }).click();
  await expect(toast(page, "Done")).toBeVisible();
  for (const name of ["Done", "A day later"]) await expect(part.getByRole("button", { name })).toBeDisabled();
  answer();
  await expect(part.getByText("Nothing promised yet.")).toBeVisible();
  expect(days).toEqual(["2061-03-02", "2061-03-03", "2061-03-03"]);
});

test("of a note: what is typed while it is saved stays", async ({ page, open }) => {
  const lead = await newLead(page, { name: fresh("Pressed") });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  await page.getByRole("group", { name: "Log" }).getByRole("button", { name: "Note" }).click();
  const words = page.getByRole("textbox", { name: "Note" });
  const { sent, release } = await hold(page, "**/api/panel/activities", "POST");
  await words.fill("Has a dog");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await words.fill("Has two dogs");
  release();
  await expect(toast(page, "Note saved")).toBeVisible();
  await expect(words).toHaveValue("Has two dogs");
  expect(sent).toMatchObject([{ words: "Has a dog" }]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(words).toHaveCount(0);
});

const SINCE = "Saved, but for what you typed since. Save again to keep that too.";

test("of a form: what is typed while it is saved stays, guarded, until it is saved too", async ({ page, open }) => {
  const lead = await newLead(page, { name: fresh("Typed") });
  const address = `${LEADS}/${lead.id}`;
  await open(`/panel/leads?id=${lead.id}`, "Leads");
  const dialog = page.getByRole("dialog", { name: "Edit Lead" });
  const notes = dialog.getByLabel("Notes");
  const { sent, release } = await hold(page, `**${address}`);
  await notes.fill("Two gables.");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await notes.fill("Two gables. A dog.");
  release();
  await expect(dialog.getByText(SINCE)).toBeVisible();
  await expect(notes).toHaveValue("Two gables. A dog.");
  expect(await stored(page, address)).toMatchObject({ notes: "Two gables." });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep Editing" }).click();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([{ notes: "Two gables." }, { notes: "Two gables. A dog." }]);
  expect(await stored(page, address)).toMatchObject({ notes: "Two gables. A dog." });
});

test("of a form: where it is sent again meanwhile, what was typed since is saved and the form closes", async ({
  page,
  open,
}) => {
  const lead = await newLead(page, { name: fresh("Typed") });
  await open(`/panel/leads?id=${lead.id}`, "Leads");
  const dialog = page.getByRole("dialog", { name: "Edit Lead" });
  const value = dialog.getByLabel("Estimated Value");
  const { sent, release } = await hold(page, `**${LEADS}/${lead.id}`);
  for (const amount of ["100", "200"]) {
    await value.fill(amount);
    await value.press("Enter");
    await expect.poll(() => sent.length).toBe(1);
  }
  release();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([{ estimatedValue: 100 }, { estimatedValue: 200 }]);
});

test("of a new lead: what is typed while it is made is saved in it, and in no second one", async ({ page, open }) => {
  const name = fresh("Typed");
  await open("/panel/leads?new", "Leads");
  const dialog = page.getByRole("dialog", { name: "New Lead" });
  const notes = dialog.getByLabel("Notes");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Email").fill("kim@example.com");
  await notes.fill("Two gables.");
  const { sent, release } = await hold(page, `**${LEADS}`, "POST");
  await dialog.getByRole("button", { name: "Create Lead" }).click();
  await notes.fill("Two gables. A dog.");
  release();
  await expect(toast(page, SINCE)).toBeVisible(); // and no word of a success
  await expect(dialog.getByText(SINCE)).toBeVisible();
  const rest = await hold(page, `**${LEADS}/*`);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(() => rest.sent).toEqual([{ notes: "Two gables. A dog." }]);
  await notes.fill("Two gables. A dog. A cat.");
  rest.release();
  await expect(dialog.getByText(SINCE)).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);
  const found: Row[] = await (await page.request.get(`${LEADS}?q=${encodeURIComponent(name)}`)).json();
  expect(found).toMatchObject([{ name, notes: "Two gables. A dog. A cat." }]);
});

test("of notification preferences: each of two presses is kept", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.getByRole("button", { name: /^Bell/ }).click();
  await page.getByRole("button", { name: "Preferences" }).click();
  const box = (of: string) => page.getByRole("checkbox", { name: `${of}: in the panel` });
  const { sent, release } = await hold(page, "**/api/panel/notifications/preferences");
  await box("New lead").click();
  await box("New lead").click();
  await box("New message").click();
  await expect(box("New lead")).toBeChecked();
  await expect(box("New message")).not.toBeChecked();
  expect(sent).toHaveLength(1);
  release();
  await expect.poll(() => sent.length).toBe(3);
  await expect(box("New lead")).toBeChecked();
  await expect(box("New message")).not.toBeChecked();
  await box("New message").click();
  await expect.poll(() => sent.length).toBe(4);
});

test.describe("whoever may edit the configuration", () => {
  test.use({ account: "admin" });

  test("moves a reason by two steps at once, and a line's terms are both kept", async ({ page, open }) => {
    const [reason, line] = [fresh("Reason"), fresh("Line")];
    const made = await make<Row>(page, "lost-reasons", { words: reason });
    const item = await make<Row>(page, "checklist-items", { kind: "inspection", words: line });
    await open("/panel/settings?tab=organization", "Organization");
    const fields = page.getByRole("textbox", { name: /^Reason \d+$/ });
    await expect(fields.first()).toHaveValue("Price");
    const last = (await fields.count()) - 1;
    await expect(fields.nth(last)).toHaveValue(reason);
    const move = await hold(page, `**/api/panel/lost-reasons/${made.id}`);
    await fields.nth(last).press("Alt+ArrowUp");
    await expect(fields.nth(last - 1)).toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(fields.nth(last - 2)).toHaveValue(reason);
    await expect(fields.nth(last - 2)).toBeFocused();
    move.release();
    await expect.poll(() => move.sent).toEqual([{ place: last }, { place: last - 1 }]);
    await expect(toast(page, `${reason} is now number ${last - 1}`)).toBeVisible();
    await expect(fields.nth(last - 2)).toHaveValue(reason);

    const terms = await hold(page, `**/api/panel/checklist-items/${item.id}`);
    const required = page.getByRole("checkbox", { name: `Required: ${line}` });
    const by = page.getByLabel(`What does it: ${line}`);
    await required.check();
    await by.selectOption("Done by an After photo");
    await expect(required).toBeChecked();
    await expect(by).toHaveValue("after");
    terms.release();
    await expect.poll(() => terms.sent).toEqual([{ required: true }, { photo: "after" }]);
    await expect(required).toBeChecked();
    await expect(by).toHaveValue("after");
  });

  test("shows a section otherwise twice, and the second counts", async ({ page, open, borrowSections }) => {
    await borrowSections();
    await open("/panel/settings?tab=content", "Content");
    const group = page.getByRole("group", { name: "On the page" });
    await expect(group.getByRole("radio").first()).toBeVisible();
    const before = await group.getByRole("radio", { checked: true }).count();
    expect(before).toBe(1);
    const others = group.getByRole("radio", { checked: false });
    const labels = await others.evaluateAll((all: HTMLInputElement[]) =>
      all.map(({ labels }) => labels?.[0]?.textContent ?? ""),
    );
    const { sent, release } = await hold(page, "**/api/panel/content-sections/*");
    let answers = 0;
    page.on("response", (answer) => {
      if (answer.url().includes("/content-sections/") && answer.request().method() === "PATCH") answers += 1;
    });
    for (const label of labels) {
      await group.getByLabel(label).click();
      await expect(group.getByLabel(label)).toBeChecked();
    }
    expect(sent).toHaveLength(1);
    release();
    await expect.poll(() => answers).toBe(labels.length);
    await expect(group.getByLabel(String(labels.at(-1)))).toBeChecked();
    await expect(toast(page, "Success")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => answers).toBe(labels.length + 1);
    expect(sent).toHaveLength(labels.length + 1);
  });
});
