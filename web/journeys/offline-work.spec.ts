// A day's work over a line that is cut, at every point where it can be: nothing is lost, nothing is done twice, and what came of it is
// told. A sample runs each time, every case under `make proof`.
import type { Page } from "@playwright/test";
import { type Line, test as onLine, type Point } from "./line";
import type { Row } from "./records";
import { expect, fresh, make, PHOTO, signIn } from "./staff";

const test = onLine.extend<object>({ viewport: { width: 360, height: 740 }, hasTouch: true });

const TODAY = "/panel/work-orders?view=today";
const WHOLE = Boolean(process.env.DUSKLINE_TEST_PROOF);
/** Another part each day. */
const DAY = Math.floor(Date.now() / 86_400_000);
const isChosen = (place: number) => WHOLE || place % 8 === DAY % 8;

interface Job {
  title: string;
  order: Row;
  visit: Row;
}

async function dayAt(page: Page): Promise<string> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  return new Intl.DateTimeFormat("en-CA", { timeZone: homeTimeZone }).format(new Date());
}

const personOf = async (page: Page, account: string): Promise<string> => {
  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  return String(people.find(({ email }) => email === `${account}@duskline.example`)?.id);
};

/** A job that a technician goes to today, first of all. */
async function planned(page: Page): Promise<Job> {
  await signIn(page, "branch");
  const lives = { email: "ladder@example.com", phone: "614-555-0142", address: "7 Ladder Lane" };
  const client = await make<Row>(page, "clients", { name: fresh("Client"), ...lives });
  const order = await make<Row>(page, "work-orders", { clientId: client.id, title: fresh("Job") });
  const visit = await make<Row>(page, "visits", {
    kind: "work_order",
    recordId: order.id,
    crew: [await personOf(page, "technician")],
    accept: ["clash", "absence", "capacity"],
    day: await dayAt(page),
    startMinute: 1,
    endMinute: 2,
  });
  return { title: String(order.title), order, visit };
}

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, { title }: Job) => main(page).getByRole("button", { name: title });
const step = (page: Page, name: string) =>
  page.getByRole("region", { name: "Next step" }).getByRole("button", { name, exact: true });
/** The bar, while it tells of what the server does not have. */
const unsent = (page: Page) => page.getByRole("button", { name: /(waits?|needs? you)\b.*Open$/ });

async function unfold(page: Page, job: Job) {
  await expect(heading(page, job)).toBeVisible();
  if ((await heading(page, job).getAttribute("aria-expanded")) === "false") await heading(page, job).tap();
}

async function arrive(page: Page, job: Job) {
  await signIn(page, "technician");
  await page.goto(TODAY);
  await unfold(page, job);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
}

async function openPart(page: Page, name: RegExp) {
  const part = main(page).getByRole("button", { name });
  if ((await part.getAttribute("aria-expanded")) === "false") await part.tap();
}

const WORDS = "Ladder on the north side.";

/** What is pressed on a day, and how the server shows that it has it, once. */
const PRESSES = {
  "sets out": {
    act: (page: Page) => step(page, "On My Way").tap(),
    done: async (page: Page, job: Job) => (await visitOf(page, job)).status !== "planned",
  },
  starts: {
    act: (page: Page) => step(page, "Start").tap(),
    done: async (page: Page, job: Job) => (await visitOf(page, job)).status === "started",
  },
  notes: {
    act: async (page: Page) => {
      await openPart(page, /^Notes/);
      await main(page).getByRole("textbox", { name: "Notes" }).fill(WORDS);
      await main(page).getByRole("button", { name: "Save Notes" }).tap();
    },
    done: async (page: Page, job: Job) => (await orderOf(page, job)).notes === WORDS,
  },
  photographs: {
    act: async (page: Page) => {
      await openPart(page, /^Photos/);
      await main(page).getByLabel("Choose: file").setInputFiles(PHOTO);
    },
    done: async (page: Page, job: Job) => ((await orderOf(page, job)).images as unknown[]).length === 1,
  },
} as const;

async function visitOf(page: Page, { order, visit }: Job): Promise<Row> {
  const answer = await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`);
  const visits: Row[] = await answer.json();
  return visits.find(({ id }) => id === visit.id) as Row;
}

async function orderOf(page: Page, { order }: Job): Promise<Row> {
  return (await page.request.get(`/api/panel/work-orders/${order.id}`)).json();
}

/** A write of the day: what somebody does on site. */
const isWork = (method: string, path: string) => method === "POST" && /\/(operations|photos)$/.test(path);

async function mended(page: Page, line: Line) {
  line.mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

const POINTS: Point[] = ["before", "mid-body", "after", "mid-answer"];
const CASES = POINTS.flatMap((at) => Object.keys(PRESSES).map((name) => [at, name as keyof typeof PRESSES] as const));

CASES.forEach(([at, name], place) => {
  if (!isChosen(place)) return;
  test(`the line breaks ${at} while somebody ${name}`, async ({ page, line }) => {
    const job = await planned(page);
    await arrive(page, job);
    const { act, done } = PRESSES[name];
    // Twice: a browser repeats by itself what broke off on a line that had been open before.
    line.cut(at, isWork, 2);
    await act(page);
    await expect.poll(() => line.broken).toBeGreaterThan(0);
    await mended(page, line);
    await expect.poll(() => done(page, job), { timeout: 40_000 }).toBe(true);
    const sent = () => line.asked.filter((call) => isWork(...(call.split(" ") as [string, string])));
    await expect.poll(() => sent().length, { timeout: 40_000 }).toBeGreaterThan(at === "before" ? 0 : 1);
    await expect(unsent(page)).toHaveCount(0, { timeout: 40_000 });
    expect(await done(page, job)).toBe(true); // and what came more than once was done once
  });
});
