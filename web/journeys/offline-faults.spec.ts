// What else goes wrong in a day's work without a network: each time nothing is lost, nothing is done twice, and a sentence says what happened.
import { expect, type Locator, type Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { kept } from "./kept";
import { Line } from "./line";
import { Mortal } from "./mortal";
import { colleague } from "./records";
import {
  begin,
  changes,
  facts,
  type Job,
  mended,
  openAt,
  orderOf,
  PRESSES,
  photograph,
  planned,
  SOON,
  step,
  TECHNICIAN,
  TODAY,
  test,
  unfold,
  unsent,
  visitOf,
  WORDS,
  withColleague,
  workOn,
  writeNotes,
} from "./site-day";
import { mailing, signIn, toast } from "./staff";

const PASSWORD = process.env.JOURNEY_PASSWORD ?? "";

/** The session ends by itself: the server knows, and the screen does not. */
const endSession = (page: Page) => page.request.post("/api/auth/logout");

/** What a browser says whose disk is full. */
const fillDisk = (page: Page) =>
  page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (value, key) {
      if (value.form) throw new DOMException("The disk is full.", "QuotaExceededError");
      return add.call(this, value, key);
    };
  });

const onMortal = test.extend<{ server: Mortal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  server: async ({}, use) => {
    const server = await Mortal.born();
    await use(server);
    await server.bury();
  },
  line: async ({ server }, use) => {
    const line = new Line(server.url);
    await line.open();
    await use(line);
    line.close();
  },
});

onMortal("a server that is killed at work and started again has everything once", async ({ page, line, server }) => {
  const job = await begin(page);
  line.asked.length = 0;
  await step(page, "Start").tap();
  await expect.poll(() => workOn(line).length).toBe(1);
  await server.kill();
  await writeNotes(page);
  await photograph(page, "Before");
  await expect(unsent(page)).toContainText(/[23] changes wait/);
  await server.start();
  await mended(page, line);
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "started", notes: WORDS, photos: ["before"] });
  await expect(unsent(page)).toHaveCount(0, SOON);
});

test("a session that ends while work waits: the same person signs in on the same screen, twice", async ({ page }) => {
  const job = await begin(page);
  const again = page.getByRole("form", { name: /^Sign in again/ });
  const signInAgain = async () => {
    await expect.poll(() => kept(page, "visits")).toEqual([]); // what was read is gone, what waits is not
    expect(await kept(page, "operations")).toHaveLength(1);
    await expect(again).toContainText(
      "1 change waits on this device and is sent when you have signed in. " +
        "If your account was closed, ask your manager: what waits stays on this device.",
    );
    const signsIn = async (password: string) => {
      await again.getByLabel("Password").fill(password);
      await again.getByRole("button", { name: "Sign In" }).tap();
    };
    await signsIn("not-my-password-1");
    await expect(again.getByRole("alert")).toHaveText("This password was not accepted. Please try again.");
    await signsIn(PASSWORD);
    await expect(again).toHaveCount(0, SOON);
  };
  await endSession(page);
  await step(page, "Start").tap();
  await signInAgain();
  await expect(page).toHaveURL(TODAY);
  await expect.poll(async () => (await visitOf(page, job)).status, SOON).toBe("started");
  await endSession(page);
  await writeNotes(page);
  await signInAgain();
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "started", notes: WORDS, photos: [] });
  await expect(unsent(page)).toHaveCount(0, SOON);
});

test("the sign-in that a reload led to says whose work waits here", async ({ page }) => {
  const job = await begin(page);
  const who: string = (await (await page.request.get("/api/auth/user")).json()).firstName;
  await endSession(page);
  await step(page, "Start").tap();
  await expect(page.getByRole("form", { name: /^Sign in again/ })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("status").filter({ hasText: "on this device" })).toHaveText(
    `1 change of ${who} waits on this device. It is sent after ${who} signs in.`,
  );
  expect(await inEveryDress(page)).toEqual([]);
  await signIn(page, TECHNICIAN);
  await page.goto(TODAY);
  await expect.poll(async () => (await visitOf(page, job)).status, SOON).toBe("started");
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByText("on this device")).toHaveCount(0);
});

/** Somebody's notes and a photo wait on this phone, and the next who works here is signed in. */
async function leftBySomebody(page: Page, line: Line): Promise<{ job: Job; who: string }> {
  const job = await begin(page);
  const who: string = (await (await page.request.get("/api/auth/user")).json()).firstName;
  line.drop();
  await writeNotes(page);
  await photograph(page, "Before");
  await expect(unsent(page)).toContainText("2 changes wait");
  line.mend();
  await endSession(page);
  await signIn(page, "lead-technician");
  line.asked.length = 0;
  await page.goto(TODAY);
  return { job, who };
}

const left = (page: Page, who: string) => page.getByRole("dialog", { name: `Changes by ${who}` });

test("somebody else's work is asked about, goes under no other name, and waits as long as nobody answers", async ({
  page,
  line,
}) => {
  const { job, who } = await leftBySomebody(page, line);
  const question = left(page, who);
  await expect(question).toContainText(
    `2 changes by ${who} wait on this device. Log out so ${who} can sign in and send them.`,
  );
  expect(await inEveryDress(page)).toEqual([]);
  await question.getByRole("button", { name: "Not Now" }).tap();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: /^Changes of somebody else wait/ }).tap();
  await question.getByRole("button", { name: "Close" }).tap();
  await page.reload();
  await question.getByRole("button", { name: "Log Out" }).tap();
  await expect(page).toHaveURL(/\/login/);
  expect(await kept(page, "operations")).toHaveLength(2);
  expect(workOn(line)).toEqual([]);
  await signIn(page, TECHNICIAN);
  await page.goto(TODAY); // sent as soon as it opens
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "planned", notes: WORDS, photos: ["before"] });
  await expect(unsent(page)).toHaveCount(0, SOON);
});

test("somebody else's work that is discarded after the question is gone for good", async ({ page, line }) => {
  const { job, who } = await leftBySomebody(page, line);
  await left(page, who).getByRole("button", { name: "Discard 2 Changes" }).tap();
  await expect(left(page, who)).toHaveCount(0);
  expect(await kept(page, "operations")).toEqual([]);
  await signIn(page, TECHNICIAN);
  await openAt(page, job);
  await expect(unsent(page)).toHaveCount(0);
  expect(await facts(page, job)).toEqual({ status: "planned", notes: null, photos: [] });
});

test("a phone without room sends a photo from the open page, in its turn, and says so", async ({ page, line }) => {
  const job = await begin(page);
  await fillDisk(page);
  line.drop();
  await photograph(page, "Before");
  await expect(toast(page, "No room on this device")).toBeVisible();
  await writeNotes(page);
  await expect(unsent(page)).toContainText("2 changes wait");
  await unsent(page).tap();
  await expect(changes(page).getByRole("listitem").first()).toContainText(
    "This device has no room for it. It waits here as long as this page is open.",
  );
  await changes(page).getByRole("button", { name: "Close" }).tap();
  line.asked.length = 0;
  await mended(page, line);
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "planned", notes: WORDS, photos: ["before"] });
  await expect(unsent(page)).toHaveCount(0, SOON);
  expect(workOn(line).map((call) => call.split("/").at(-1))).toEqual(["photos", "operations"]);
});

test("the list of what waits closes with the last change, and stays closed with the next press", async ({
  page,
  line,
}) => {
  await begin(page);
  line.drop();
  await step(page, "On My Way").tap();
  await unsent(page).tap();
  await expect(changes(page)).toBeVisible();
  await mended(page, line);
  await expect(changes(page)).toHaveCount(0, SOON);
  line.drop();
  await step(page, "Start").tap();
  await expect(unsent(page)).toContainText("1 change waits");
  await expect(changes(page)).toHaveCount(0);
});

/** A job that is open in two tabs, both without a line. */
async function inTwoTabs(page: Page, line: Line) {
  const job = await begin(page);
  const other = await page.context().newPage();
  await openAt(other, job);
  line.drop();
  return { job, other };
}

test("of two tabs one sends what both kept, each change once", async ({ page, line }) => {
  const { job, other } = await inTwoTabs(page, line);
  await step(page, "Start").tap();
  await expect(unsent(page)).toContainText("1 change waits");
  await writeNotes(other);
  await photograph(other, "After");
  for (const tab of [page, other]) await expect(unsent(tab)).toContainText("3 changes wait");
  line.mend();
  line.asked.length = 0;
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event("online")))));
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "started", notes: WORDS, photos: ["after"] });
  for (const tab of [page, other]) await expect(unsent(tab)).toHaveCount(0, SOON);
  expect(workOn(line)).toHaveLength(3);
});

test("what one of two tabs has sent stands in both", async ({ page, line }) => {
  const { job, other } = await inTwoTabs(page, line);
  await step(page, "On My Way").tap();
  await step(other, "Start").tap();
  for (const tab of [page, other]) await expect(unsent(tab)).toContainText("2 changes wait");
  await mended(page, line);
  await expect.poll(async () => (await visitOf(page, job)).status, SOON).toBe("started");
  for (const tab of [page, other]) {
    await expect(unsent(tab)).toHaveCount(0, SOON);
    await expect(step(tab, "Complete")).toBeVisible();
  }
});

test("a phone's clock that is an hour ahead is not believed, and its owner is told", async ({ page }) => {
  const job = await planned(page);
  await mailing(page);
  await signIn(page, TECHNICIAN);
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await openAt(page, job);
  await step(page, "On My Way").tap();
  await page.getByRole("button", { name: /^1 saved change to look at/ }).tap();
  await expect(changes(page)).toContainText("Your client was not told, because ");
  const { status, setOffAt } = await visitOf(page, job);
  expect(status).toBe("on_the_way");
  expect(Math.abs(Date.now() - Date.parse(String(setOffAt)))).toBeLessThan(60_000);
});

for (const next of [null, "lead-technician"])
  test(`what is only to be looked at goes ${next ? "as somebody else signs in" : "once the session is over"}`, async ({
    page,
  }) => {
    const job = await planned(page);
    await mailing(page);
    await signIn(page, TECHNICIAN);
    await page.clock.install({ time: Date.now() + 3_600_000 });
    await openAt(page, job);
    await step(page, "On My Way").tap();
    await expect(page.getByRole("button", { name: /^1 saved change to look at/ })).toBeVisible();
    expect(await kept(page, "operations")).toHaveLength(1);
    await endSession(page);
    if (next) await signIn(page, next);
    await page.goto(TODAY);
    if (next) await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    else await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => kept(page, "operations")).toEqual([]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

test("with a clock that is a day behind everything is kept under the time that it shows", async ({ page, line }) => {
  const job = await planned(page);
  await signIn(page, TECHNICIAN);
  await page.clock.install({ time: Date.now() - 86_400_000 });
  await openAt(page, job);
  await expect(step(page, "Start")).toBeVisible(); // the day is the server's
  line.drop();
  await writeNotes(page);
  await photograph(page, "Before");
  await expect(unsent(page)).toContainText("2 changes wait");
  await mended(page, line);
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "planned", notes: WORDS, photos: ["before"] });
  await expect(unsent(page)).toHaveCount(0, SOON);
});

test("a line on which every answer takes longer than the panel waits for it still carries the work", async ({
  page,
  line,
}) => {
  const job = await begin(page);
  line.lag = 3_500;
  await step(page, "Start").tap();
  await writeNotes(page);
  const wanted = { status: "started", notes: WORDS };
  await expect.poll(() => facts(page, job), { timeout: 45_000 }).toMatchObject(wanted);
  await expect(unsent(page)).toHaveCount(0, SOON);
});

test("what is refused waits for a person, the rest goes on, and a log-out asks first", async ({
  page,
  line,
  context,
}) => {
  const full = await planned(page);
  const job = await begin(page);
  line.drop();
  await unfold(page, full);
  await writeNotes(page, "Dog in the yard");
  await unfold(page, job);
  await writeNotes(page);
  await withColleague(context, line.target, (branch) =>
    colleague(branch, `/api/panel/work-orders/${full.order.id}`, { notes: "x".repeat(9_990) }),
  );
  await mended(page, line);
  await expect.poll(async () => (await orderOf(page, job)).notes, SOON).toBe(WORDS);
  const bar = page.getByRole("button", { name: /^1 change needs you/ });
  await bar.tap();
  const item = changes(page).getByRole("listitem");
  await expect(item).toContainText("Not taken");
  await expect(item).toContainText("Dog in the yard");
  await expect(item).toContainText("the notes are longer than 10,000 characters");
  line.asked.length = 0;
  await item.getByRole("button", { name: "Try Again" }).tap();
  await expect.poll(() => workOn(line).length).toBe(1);
  await expect(item).toContainText("Not taken");
  await changes(page).getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  await page.getByRole("button", { name: "Log Out" }).tap();
  const question = page.getByRole("dialog", { name: "1 change not sent yet" });
  await question.getByRole("button", { name: "Send and Log Out" }).tap();
  await expect(question.getByRole("alert")).toContainText("Not all of it could be sent."); // it is still refused
  await question.getByRole("button", { name: "Stay" }).tap();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Log Out" }).tap();
  await question.getByRole("button", { name: "Discard and Log Out" }).tap();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, TECHNICIAN);
  await openAt(page, job);
  await expect(unsent(page)).toHaveCount(0);
});

test("what the server refuses is read and copied whole, and a discard is taken back where it was pressed", async ({
  page,
  line,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const job = await begin(page);
  line.drop();
  await step(page, "Start").tap();
  for (const press of ["counts materials", "corrects the times"]) await PRESSES[press]?.act(page);
  await step(page, "Complete").tap();
  const ending = page.getByRole("dialog", { name: "Complete Visit" });
  await ending.getByText("Somebody else").tap();
  await ending.getByLabel("Their name").fill("Aunt Ada");
  await ending.getByRole("button", { name: "Complete Visit" }).tap();
  await expect(unsent(page)).toContainText("4 changes wait");
  await withColleague(context, line.target, async (admin) => {
    await signIn(admin, "admin");
    expect((await admin.request.delete(`/api/panel/work-orders/${job.order.id}`)).status()).toBe(204);
  });
  await mended(page, line);
  await page.getByRole("button", { name: /^4 changes need you/ }).tap(SOON);
  const [started, materials, times, completed] = ["Started", "Materials", "Times", "Completed"].map((title) =>
    changes(page)
      .getByRole("listitem")
      .filter({ has: page.getByText(title, { exact: true }) }),
  ) as [Locator, Locator, Locator, Locator];
  for (const item of [started, materials, times, completed]) {
    await expect(item).toContainText(job.title);
    await expect(item).toContainText("This job is not among yours any more, or is gone. Ask the person who plans it.");
  }
  await expect(materials).toContainText("12 Channel");
  await expect(times).toContainText("Started: 12:00 AM");
  await expect(times).toContainText("Reason: Forgot to press");
  await expect(completed).toContainText("Met: Aunt Ada");
  await completed.getByRole("button", { name: "Copy Words" }).tap();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`^Completed\n.*${job.title}, 7 Ladder Lane\nMet: Aunt Ada$`));

  const places = () =>
    Promise.all([materials, times, completed].map(async (item) => (await item.boundingBox())?.y.toFixed(0)));
  await materials.scrollIntoViewIfNeeded();
  const before = await places();
  await materials.getByRole("button", { name: "Discard" }).tap();
  await expect(materials.getByRole("status")).toHaveText("Discarded");
  expect(await places()).toEqual(before); // nothing else comes under the finger
  expect(await kept(page, "operations")).toHaveLength(3);
  await materials.getByRole("button", { name: "Undo" }).tap();
  await expect(materials.getByRole("status")).toHaveText("Not taken");
  expect(await places()).toEqual(before);
  expect(await kept(page, "operations")).toHaveLength(4);
  for (const item of [started, materials, times, completed]) await item.getByRole("button", { name: "Discard" }).tap();
  await expect(completed.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
  await changes(page).getByRole("button", { name: "Close" }).tap();
  expect(await kept(page, "operations")).toEqual([]);
  await expect(unsent(page)).toHaveCount(0);
});

test("a photo whose job is gone is seen, and can be saved on the phone", async ({ page, line }) => {
  const job = await begin(page);
  line.drop();
  await photograph(page, "Before");
  line.answer(`/api/panel/work-orders/${job.order.id}/photos`, (response) =>
    response.writeHead(404, { "content-type": "application/json" }).end('{"error":"Not found"}'),
  );
  await mended(page, line);
  await page.getByRole("button", { name: /^1 change needs you/ }).tap(SOON);
  const item = changes(page).getByRole("listitem");
  await expect(item).toContainText("Not taken");
  const drawn = item.getByRole("img", { name: "What was taken" });
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await inEveryDress(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await item.getByRole("button", { name: "Save Photo" }).tap();
  expect((await download).suggestedFilename()).toBe("roof.png");
});

test("after a deployment an open tab still writes, and its own parts open", async ({ page, line }) => {
  const job = await begin(page);
  await page.reload(); // by now the worker hands on everything
  await unfold(page, job);
  const script = await (await page.request.get("/sw.js")).text();
  const next = script.replace(/const files = .*?;/, 'const files = ["/favicon.svg"];').replace(/\$\{ours\}/, "$&new-");
  line.answer("/sw.js", (response) => response.writeHead(200, { "content-type": "text/javascript" }).end(next));
  const files: string[] = JSON.parse(/const files = (\[.*?\]);/.exec(script)?.[1] ?? "[]");
  for (const file of files) line.answer(file, (response) => response.writeHead(404).end());
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting?.state === "installed");
  line.drop();
  await step(page, "Start").tap();
  await photograph(page, "Before");
  await unsent(page).tap(); // what it opens is a part of the old build
  await expect(changes(page).getByRole("listitem")).toHaveCount(2);
  await changes(page).getByRole("button", { name: "Close" }).tap();
  await mended(page, line);
  await expect.poll(() => facts(page, job), SOON).toEqual({ status: "started", notes: null, photos: ["before"] });
  await expect(unsent(page)).toHaveCount(0, SOON);
});
