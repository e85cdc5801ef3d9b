// A change of one's own whose answer was lost, or which is still under way, is never met as a colleague's: what is typed and pressed after it takes
// its place, and the screen shows what it did. Of a password the page says which one holds.
import type { Page } from "@playwright/test";
import { hold, holdAnswers, loseAnswer } from "./held";
import { MAY_BE_SAVED, monday, read } from "./own-words";
import { LEADS, newLead, newOrder, ORDERS, type Row } from "./records";
import { expect, fresh, make, PHOTO, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });
test.use({ forgive: /status of (400|401|404|409)|ERR_CONNECTION_RESET/ });

const PHONE = { width: 390, height: 844 };
const ABSENCES = "/api/panel/absences";
const READS = "**/api/**";
const SINCE = "Saved, but for what you typed since. Save again to keep that too.";

/** A person of the board, and what is noted there of the days when they are away. */
async function somebody(page: Page, day: string) {
  const { homeBranchId: branchId } = await read<{ homeBranchId: string }>(page, "/api/auth/user");
  const week = () =>
    read<{ people: Row[]; absences: Row[] }>(page, `/api/panel/schedule?branchId=${branchId}&from=${day}&days=7`);
  const person = (await week()).people[0];
  const absences = async () => (await week()).absences.filter(({ userId }) => userId === person?.id);
  return { branchId, id: String(person?.id), name: `${person?.firstName} ${person?.lastName}`, absences };
}

/** Opens the form of the visit of a work order. */
async function visitForm(page: Page, open: (path: string, heading: string) => Promise<void>, order: Row) {
  await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
  const sheet = page.getByRole("dialog", { name: "Work Order" });
  await sheet.getByRole("button", { name: "Change", exact: true }).click();
  return sheet.getByRole("form", { name: "Visit" });
}

test("a changed visit takes what was typed after a lost answer @both", async ({ page, open }) => {
  const day = monday();
  const order = await newOrder(page, { scheduledDate: day });
  const form = await visitForm(page, open, order);
  await loseAnswer(page, "**/api/panel/visits/*", "PATCH");
  await form.getByLabel("From").fill("08:00");
  await form.getByLabel("Until").fill("10:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/No answer came back/)).toBeVisible();
  await form.getByLabel("Until").fill("11:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Visit saved")).toBeVisible();
  const visits = await read<Row[]>(page, `/api/panel/visits?kind=work_order&recordId=${order.id}`);
  expect(visits).toMatchObject([{ day, startMinute: 480, endMinute: 660 }]);
});

test("what a colleague changed after a lost answer is not overwritten", async ({ page, open }) => {
  const order = await newOrder(page, { scheduledDate: monday() });
  const form = await visitForm(page, open, order);
  await loseAnswer(page, "**/api/panel/visits/*", "PATCH");
  await form.getByLabel("From").fill("08:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/No answer came back/)).toBeVisible();
  const address = `/api/panel/visits?kind=work_order&recordId=${order.id}`;
  const [visit] = await read<Row[]>(page, address);
  const theirs = await page.request.patch(`/api/panel/visits/${visit?.id}`, {
    data: { startMinute: 900, endMinute: 960 },
  });
  expect(theirs.status()).toBe(200);
  await form.getByLabel("From").fill("09:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("button", { name: "Take Theirs: From" })).toBeVisible();
  expect(await read<Row[]>(page, address)).toMatchObject([{ startMinute: 900 }]);
});

/** Opens the form of a visit with times, which a colleague may change meanwhile. */
async function openVisit(page: Page, open: (path: string, heading: string) => Promise<void>) {
  const order = await newOrder(page, { scheduledDate: monday() });
  const address = `/api/panel/visits?kind=work_order&recordId=${order.id}`;
  const [visit] = await read<Row[]>(page, address);
  const theirs = async (data: object) =>
    expect((await page.request.patch(`/api/panel/visits/${visit?.id}`, { data })).status()).toBe(200);
  await theirs({ startMinute: 420, endMinute: 720 });
  const form = await visitForm(page, open, order);
  const sheet = page.getByRole("dialog", { name: "Work Order" });
  return { address, theirs, sheet, form, saved: async () => (await read<Row[]>(page, address))[0] };
}

test("the times of a visit are saved beside the pin that a colleague set meanwhile", async ({ page, open }) => {
  const { theirs, form, saved } = await openVisit(page, open);
  await form.getByLabel("From").fill("08:00");
  await theirs({ pinned: true });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/together with what someone else changed: pinned/)).toBeVisible();
  await expect(form).toBeHidden();
  expect(await saved()).toMatchObject({ startMinute: 480, endMinute: 720, pinned: true });
});

test("of times of a visit that both changed one is chosen, and the next press saves", async ({ page, open }) => {
  const { theirs, form, saved } = await openVisit(page, open);
  await form.getByLabel("From").fill("08:00");
  await theirs({ startMinute: 540 });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("9:00 AM")).toBeVisible();
  await expect(form.getByLabel("From").first()).toHaveValue("08:00");
  expect(await saved()).toMatchObject({ startMinute: 540 });
  await form.getByRole("button", { name: "Keep Mine: From" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Visit saved")).toBeVisible();
  expect(await saved()).toMatchObject({ startMinute: 480, endMinute: 720 });
});

test("the form of a visit begins with what was saved, also before the list is read again", async ({ page, open }) => {
  const { sheet, form } = await openVisit(page, open);
  const answer = await holdAnswers(page, "**/api/panel/visits?*");
  await form.getByLabel("From").fill("08:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await sheet.getByRole("button", { name: "Change", exact: true }).click();
  await expect(form.getByLabel("From")).toHaveValue("08:00");
  await form.getByLabel("Until").fill("11:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(/someone else/)).toHaveCount(0);
  answer();
});

test("the note of an absence is saved beside the day that a colleague changed meanwhile; of two notes one is chosen", async ({
  page,
  open,
}) => {
  const day = monday();
  const { branchId, id, name, absences } = await somebody(page, day);
  const absence = await make<Row>(page, "absences", {
    userId: id,
    branchId,
    kind: "sick",
    firstDay: day,
    lastDay: day,
  });
  const theirs = async (data: object) =>
    expect((await page.request.patch(`${ABSENCES}/${absence.id}`, { data })).status()).toBe(200);
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  await page.getByRole("button", { name: `Absences of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Absences of ${name}` });
  await dialog.getByRole("button", { name: "Change" }).click();
  const note = dialog.getByLabel("Note");
  await note.fill("Back soon");
  await theirs({ kind: "training" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/together with what someone else changed: kind/)).toBeVisible();
  expect(await absences()).toMatchObject([{ kind: "training", note: "Back soon" }]);
  await dialog.getByRole("button", { name: "Change" }).click();
  await note.fill("Back on Friday");
  await theirs({ note: "Back on Monday" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Back on Monday")).toBeVisible();
  await dialog.getByRole("button", { name: "Keep Mine: Note" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Add Absence" })).toBeVisible();
  expect(await absences()).toMatchObject([{ kind: "training", note: "Back on Friday" }]);
});

test("a changed absence takes what was typed after a lost answer", async ({ page, open }) => {
  const day = monday();
  const { branchId, id, name, absences } = await somebody(page, day);
  await make<Row>(page, "absences", { userId: id, branchId, kind: "sick", firstDay: day, lastDay: day });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  await page.getByRole("button", { name: `Absences of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Absences of ${name}` });
  await dialog.getByRole("button", { name: "Change" }).click();
  await loseAnswer(page, `**${ABSENCES}/*`, "PATCH");
  await dialog.getByLabel("Note").fill("Back soon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/No answer came back/)).toBeVisible();
  await dialog.getByLabel("Note").fill("Back on Friday");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Absence noted")).toBeVisible();
  expect(await absences()).toMatchObject([{ note: "Back on Friday" }]);
});

test("an absence that is saved while somebody types in it leaves its form where it is", async ({ page, open }) => {
  const day = monday();
  const { name, absences } = await somebody(page, day);
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  await page.getByRole("button", { name: `Absences of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Absences of ${name}` });
  const note = dialog.getByLabel("Note");
  await note.fill("Back soon");
  const { sent, release } = await hold(page, `**${ABSENCES}`, "POST");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await note.fill("Back on Friday");
  const follows = page.waitForResponse((answer) => answer.url().includes("/api/panel/schedule?"));
  release();
  await follows;
  await expect(toast(page, SINCE)).toBeVisible();
  await expect(note).toHaveValue("Back on Friday");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Add Absence" })).toBeVisible();
  expect(await absences()).toMatchObject([{ note: "Back on Friday" }]);
});

/** Opens a lost lead, and asks why. */
async function whyLost(page: Page, open: (path: string, heading: string) => Promise<void>) {
  const lead = await newLead(page, { name: fresh("Lost") });
  expect((await page.request.patch(`${LEADS}/${lead.id}`, { data: { status: "lost" } })).status()).toBe(200);
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  await page.getByRole("button", { name: "Say Why" }).click();
  const reasons = page
    .getByRole("dialog", { name: `Why was ${lead.name} lost?` })
    .getByRole("group", { name: "Reason" });
  const [first, second] = [reasons.getByRole("button").nth(0), reasons.getByRole("button").nth(1)];
  await expect(second).toBeVisible();
  const why = async () => (await read<Row[]>(page, `/api/panel/lead-details?ids=${lead.id}`))[0]?.lostReason;
  return { lead, first, second, words: String(await second.textContent()), why };
}

test("of two reasons the one that was pressed last stands, also while the first is written", async ({ page, open }) => {
  const { lead, first, second, words, why } = await whyLost(page, open);
  const { sent, release } = await hold(page, `**${LEADS}/${lead.id}/details`);
  await first.click();
  await expect.poll(() => sent.length).toBe(1);
  await second.click();
  release();
  await expect(toast(page, `Lost: ${words}`)).toBeVisible();
  expect(await why()).toBe(words);
});

test("another reason takes the place of one whose answer was lost", async ({ page, open }) => {
  const { lead, first, second, words, why } = await whyLost(page, open);
  await loseAnswer(page, `**${LEADS}/${lead.id}/details`, "PATCH");
  await first.click();
  await expect(toast(page, "No answer came back")).toBeVisible();
  await second.click();
  await expect(toast(page, `Lost: ${words}`)).toBeVisible();
  expect(await why()).toBe(words);
});

test("words that are put back after a lost answer are put back", async ({ page, open }) => {
  const order = await newOrder(page, { status: "pending" });
  await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
  const drawer = page.getByRole("dialog", { name: "Work Order" });
  await drawer.getByRole("button", { name: "Edit Work Order" }).click();
  const title = drawer.getByLabel("Title");
  await loseAnswer(page, `**${ORDERS}/${order.id}`, "PATCH");
  await title.fill(`${order.title} on the roof`);
  await drawer.getByRole("button", { name: "Save Changes" }).click();
  await expect(drawer.getByText(/No answer came back/)).toBeVisible();
  await title.fill(String(order.title));
  await drawer.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Work order updated successfully")).toBeVisible();
  expect(await read(page, `${ORDERS}/${order.id}`)).toMatchObject({ title: order.title });
});

test("a card that is moved by keys stands where the server has it, also where the answer was lost", async ({
  page,
  open,
}) => {
  const day = monday();
  const { id } = await somebody(page, day);
  const order = await newOrder(page, { scheduledDate: day, assignedTo: id });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const card = page.locator(`[data-column="${id} ${day}"]`).getByRole("link", { name: String(order.title) });
  await loseAnswer(page, "**/api/panel/visits/*", "PATCH");
  await card.focus();
  for (const key of ["m", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await expect(toast(page, "No answer came back")).toBeVisible();
  const waiting = page.getByRole("region", { name: "Not scheduled" });
  await expect(waiting.getByRole("link", { name: String(order.title) })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("a new lead whose answer was lost stands in the list, also where its form is discarded @both", async ({
  page,
  open,
}) => {
  const name = fresh("Lead");
  await open("/panel/leads?new", "Leads");
  const dialog = page.getByRole("dialog", { name: "New Lead" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Email").fill("kim@example.com");
  await dialog.getByLabel("Phone").fill("614-555-0122");
  await loseAnswer(page, `**${LEADS}`);
  await dialog.getByRole("button", { name: "Create Lead" }).click();
  await expect(dialog.getByText(/No answer came back/)).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
});

test.describe("a form whose answer was lost", () => {
  test.use({ forgive: /status of (429|503)|ERR_CONNECTION_RESET/ });

  test("says that it may be saved, whatever stops the next press, and until one is answered", async ({
    page,
    open,
  }) => {
    const name = fresh("Lead");
    await open("/panel/leads?new", "Leads");
    const dialog = page.getByRole("dialog", { name: "New Lead" });
    const create = dialog.getByRole("button", { name: "Create Lead" });
    const [email, phone] = [dialog.getByLabel("Email"), dialog.getByLabel("Phone")];
    const question = page.getByRole("alertdialog");
    async function asks(words: string) {
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(question.getByText(words, { exact: true })).toBeVisible();
      await question.getByRole("button", { name: "Keep editing" }).click();
    }
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await email.fill("kim@example.com");
    await phone.fill("614-555-0122");
    await asks("What you typed here has not been saved.");
    await loseAnswer(page, `**${LEADS}`);
    await create.click();
    await expect(dialog.getByText(/No answer came back/)).toBeVisible();
    await asks(MAY_BE_SAVED);
    for (const status of [429, 503]) {
      await page.route(`**${LEADS}`, (route) => route.fulfill({ status, json: { error: `Refused: ${status}` } }), {
        times: 1,
      });
      await create.click();
      await expect(dialog.getByText(`Refused: ${status}`)).toBeVisible();
      await asks(MAY_BE_SAVED);
    }
    await email.fill("kim");
    await create.click();
    await asks(`${MAY_BE_SAVED} What you changed since then has not been saved.`);
    await email.fill("kim@example.com");
    await asks(MAY_BE_SAVED);
    await create.click();
    await expect(dialog).toHaveCount(0);
    expect(await read<Row[]>(page, `${LEADS}?q=${encodeURIComponent(name)}`)).toHaveLength(1);
  });
});

test("of a caption it is asked whether it is saved only while nobody knows", async ({ page, open }) => {
  const order = await newOrder(page);
  const photos = `${ORDERS}/${order.id}/photos`;
  expect((await page.request.post(photos, { multipart: { image: PHOTO } })).status()).toBe(201);
  await open(`/panel/work-orders?id=${order.id}`, "Work Orders");
  const sheet = page.getByRole("dialog", { name: "Work Order" });
  await sheet.getByRole("img", { name: /^Number 1/ }).click();
  const photo = page.getByRole("dialog", { name: "Photo", exact: true });
  const caption = photo.getByRole("textbox", { name: "Caption" });
  const question = page.getByRole("alertdialog");
  const asks = async (words: string) => {
    await page.keyboard.press("Escape");
    await expect(question).toContainText(words);
    await question.getByRole("button", { name: "Keep editing" }).click();
  };
  await caption.fill("The north gable");
  await asks("What you typed here has not been saved.");
  await loseAnswer(page, `**${photos}/*`, "PATCH");
  const reads = [await holdAnswers(page, `**${ORDERS}?*`), await holdAnswers(page, `**${ORDERS}/${order.id}`)];
  await photo.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "No answer came back")).toBeVisible();
  await asks(MAY_BE_SAVED);
  await caption.fill("The south gable");
  await asks("What you typed here has not been saved.");
  await caption.fill("The north gable");
  await page.keyboard.press("Escape");
  await expect(question).toContainText(MAY_BE_SAVED);
  for (const read of reads) read(); // the caption is saved: nothing is left to ask
  await expect(question).toHaveCount(0);
  await expect(photo).toHaveCount(0);
  await sheet.getByRole("img", { name: /^Number 1/ }).click();
  await expect(caption).toHaveValue("The north gable");
  await caption.fill("The south gable");
  const answer = await holdAnswers(page, `**${ORDERS}?*`);
  await photo.getByRole("button", { name: "Save" }).click();
  await expect(photo.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(photo).toHaveCount(0); // it is saved, and nothing is asked
  answer();
});

test("without a network a lost write leaves what is shown, and it is asked again with the network", async ({
  page,
  open,
}) => {
  const lead = await newLead(page, { name: fresh("Away") });
  const step = await make<Row>(page, "next-steps", {
    kind: "lead",
    recordId: lead.id,
    words: "Call Ann",
    dueOn: monday(),
  });
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  const part = page.getByRole("region", { name: "Next step" });
  const done = part.getByRole("button", { name: "Done" });
  await expect(done).toBeVisible();
  await page.waitForLoadState("networkidle"); // what the list behind it shows besides is read
  await loseAnswer(page, `**/api/panel/next-steps/${step.id}/*`);
  await page.route(READS, (route) =>
    route.request().method() === "GET" ? route.abort("connectionreset") : route.fallback(),
  );
  const asked: string[] = [];
  page.on("request", (call) => {
    const { pathname } = new URL(call.url());
    if (call.method() === "GET" && pathname.startsWith("/api/")) asked.push(pathname);
  });
  await done.click();
  await expect(toast(page, "No answer came back")).toBeVisible();
  await expect.poll(() => asked).toEqual(["/api/auth/user"]);
  await expect(done).toBeVisible();
  await page.unroute(READS);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(done).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("a changed next step takes what was typed after a lost answer", async ({ page, open }) => {
    const lead = await newLead(page, { name: fresh("Step") });
    await make<Row>(page, "next-steps", { kind: "lead", recordId: lead.id, words: "Call Ann", dueOn: monday() });
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    const part = page.getByRole("region", { name: "Next step" });
    await part.getByRole("button", { name: "Change" }).click();
    const words = part.getByLabel("What to do next");
    await loseAnswer(page, "**/api/panel/next-steps/*", "PATCH");
    await words.fill("Call Ann on Friday");
    await words.press("Enter");
    await expect(toast(page, "No answer came back")).toBeVisible();
    await words.fill("Call Ann on Saturday");
    await words.press("Enter");
    await expect(words).toHaveCount(0);
    await expect(part.getByText("Call Ann on Saturday")).toBeVisible();
    await expect(page.getByText("This was saved meanwhile:")).toHaveCount(0);
  });
});

test.describe("a password", () => {
  test.use({ account: "admin", viewport: PHONE });

  const [FIRST, SECOND] = ["a-porch-at-night-9", "a-lantern-in-the-rain-4"];
  const address = () => `${fresh("vera").replace(" ", ".")}@home.example`;

  test("of a link whose answer was lost holds, and the page says so @both", async ({ page, browser }) => {
    const { id } = await make<Row>(page, "users/invitations", { email: address(), role: "support" });
    const answer = await page.request.post(`/api/panel/users/${id}/link`, { data: {} });
    const own = await (await browser.newContext({ reducedMotion: "reduce", viewport: PHONE })).newPage();
    await own.goto((await answer.json()).link);
    await own.getByLabel("First Name").fill("Vera");
    const password = own.getByLabel("Password", { exact: true });
    await password.fill(FIRST);
    await loseAnswer(own, "**/api/auth/link/use");
    await own.getByRole("button", { name: "Start" }).click();
    await expect(own.getByText(/No answer came back/)).toBeVisible();
    await password.fill(SECOND);
    await own.getByRole("button", { name: "Start" }).click();
    await expect(own.getByText("Your password is the one you typed first. Type that one to go on.")).toBeVisible();
    await password.fill(FIRST);
    await own.getByRole("button", { name: "Start" }).click();
    await expect(own.getByRole("heading", { name: "Welcome, Vera" })).toBeVisible();
    await own.context().close();
  });

  test("of one's own whose answer was lost holds, and the form says so", async ({ page, browser }) => {
    const [email, before] = [address(), "a-gable-in-the-snow-1"];
    await make<Row>(page, "users", { email, password: before, userType: "staff", role: "support", firstName: "Vera" });
    const own = await (
      await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } })
    ).newPage();
    const entered = await own.request.post("/api/auth/login", { data: { email, password: before } });
    expect(entered.ok()).toBe(true);
    await own.goto("/panel");
    await own.getByRole("button", { name: "Your Account" }).click();
    const account = own.getByRole("dialog", { name: "Your Account" });
    const [present, next] = [account.getByLabel("Current Password").first(), account.getByLabel("New Password")];
    const save = account.getByRole("button", { name: "Change Password" });
    await present.fill(before);
    await next.fill(FIRST);
    await own.waitForLoadState("networkidle"); // a look that was on its way would hear that the former session has ended
    await loseAnswer(own, "**/api/auth/password");
    await save.click();
    await expect(account.getByText(/No answer came back/)).toBeVisible();
    await next.fill(SECOND);
    await save.click();
    await expect(account.getByText(/Your password is the one you typed first/)).toBeVisible();
    await present.fill(FIRST);
    await save.click();
    await expect(next).toHaveValue("");
    const enters = async (password: string) =>
      (await page.request.post("/api/auth/login", { data: { email, password } })).ok();
    expect(await enters(SECOND)).toBe(true);
    await own.context().close();
  });
});
