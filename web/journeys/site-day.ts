// A technician's day on site, for journeys over a line that is cut: jobs, what is pressed there, and how the server shows that it has it.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { drawn, HOUSE, PLAN } from "./drawn";
import { type Line, test as onLine } from "./line";
import type { Row } from "./records";
import { fresh, make, PHOTO, signIn } from "./staff";

export const test = onLine.extend<object>({ viewport: { width: 360, height: 740 }, hasTouch: true });

export const TODAY = "/panel/work-orders?view=today";
export const TECHNICIAN = "technician";

export interface Job {
  title: string;
  order: Row;
  visit: Row;
}

async function dayAt(page: Page): Promise<string> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  return new Intl.DateTimeFormat("en-CA", { timeZone: homeTimeZone }).format(new Date());
}

export async function personOf(page: Page, account: string): Promise<string> {
  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  return String(people.find(({ email }) => email === `${account}@duskline.example`)?.id);
}

/** When and by whom a visit of these journeys is made: today, first of all, by the technician unless somebody else is named. */
const planOf = async (page: Page, account = TECHNICIAN) => ({
  crew: [await personOf(page, account)],
  accept: ["clash", "absence", "capacity"],
  day: await dayAt(page),
  startMinute: 1,
  endMinute: 2,
});

/** A job that somebody goes to today, first of all. Another visit of it is still to be planned, so that no end of this one is the job's. */
export async function planned(page: Page, account = TECHNICIAN): Promise<Job> {
  await signIn(page, "branch");
  const lives = { email: "ladder@example.com", phone: "614-555-0142", address: "7 Ladder Lane" };
  const client = await make<Row>(page, "clients", { name: fresh("Client"), ...lives });
  const order = await make<Row>(page, "work-orders", { clientId: client.id, title: fresh("Job") });
  const visit = await make<Row>(page, "visits", {
    kind: "work_order",
    recordId: order.id,
    ...(await planOf(page, account)),
  });
  return { title: String(order.title), order, visit };
}

/** One with a drawing of lights, whose runs the crew measures. */
async function plannedWithDrawing(page: Page): Promise<Job> {
  await signIn(page, "admin");
  const lead = await drawn(page, fresh("Drawn"), PLAN, HOUSE);
  const title = fresh("Lights");
  const made = await page.request.post(`/api/panel/leads/${lead}/hand-over`, { data: { title } });
  const order: Row = (await made.json()).workOrder;
  const [first] = await (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`)).json();
  const planned = await page.request.patch(`/api/panel/visits/${first.id}`, { data: await planOf(page) });
  expect(planned.status()).toBe(200);
  return { title, order, visit: await planned.json() };
}

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, { title }: Job) => main(page).getByRole("button", { name: title });
export const step = (page: Page, name: string) =>
  page.getByRole("region", { name: "Next step" }).getByRole("button", { name, exact: true });
/** The bar, while it tells of what the server does not have. */
export const unsent = (page: Page) => page.getByRole("button", { name: /(waits?|needs? you)\b.*Open$/ });

export async function unfold(page: Page, job: Job) {
  await expect(heading(page, job)).toBeVisible();
  if ((await heading(page, job).getAttribute("aria-expanded")) === "false") await heading(page, job).tap();
}

/** Until the worker has everything it keeps. */
const settled = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");

/** Opens Today at a job, as whoever is signed in. */
export async function openAt(page: Page, job: Job) {
  await page.goto(TODAY);
  await unfold(page, job);
  await settled(page);
}

async function openPart(page: Page, name: RegExp) {
  const part = main(page).getByRole("button", { name });
  // What has just been pressed may open it meanwhile.
  await expect(async () => {
    if ((await part.getAttribute("aria-expanded")) === "false") await part.tap();
    await expect(part).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
}

export const WORDS = "Ladder on the north side.";

export const notes = (page: Page) => main(page).getByRole("textbox", { name: "Notes" });
export const saveNotes = (page: Page) => main(page).getByRole("button", { name: "Save Notes" }).tap();

/** Reads the list of visits again, and leaves the focus where it is. */
export async function refreshed(page: Page) {
  const read = page.waitForResponse((response) => response.url().includes("/api/panel/own-visits"));
  await page.evaluate(() => (document.querySelector("[aria-label=Refresh]") as HTMLElement).click());
  await read;
}

export async function typeNotes(page: Page, words = WORDS) {
  await openPart(page, /^Notes/);
  await notes(page).fill(words);
}

export async function writeNotes(page: Page, words = WORDS) {
  await typeNotes(page, words);
  await saveNotes(page);
}

export async function photograph(page: Page, kind: string) {
  await openPart(page, /^Photos/);
  await main(page).getByText(kind, { exact: true }).first().tap();
  await main(page).getByLabel("Choose: file").setInputFiles(PHOTO);
}

async function use(page: Page) {
  await openPart(page, /^Materials/);
  await main(page).getByLabel("Material", { exact: true }).fill("Channel");
  await main(page).getByLabel("Quantity", { exact: true }).fill("12");
  await main(page).getByRole("button", { name: "Add Material" }).tap();
}

const CHECKED = "Check the power outlet and its breaker";

async function check(page: Page) {
  await openPart(page, /^Checklist/);
  await main(page).getByRole("region", { name: "Checklist" }).getByText(CHECKED).tap();
}

async function complete(page: Page) {
  await step(page, "Complete").tap();
  const ending = page.getByRole("dialog", { name: "Complete Visit" });
  await ending.getByText("Nobody there").tap();
  await ending.getByRole("button", { name: "Complete Visit" }).tap();
}

async function correct(page: Page) {
  await openPart(page, /^More/);
  await main(page).getByRole("button", { name: "Correct Times" }).tap();
  const times = page.getByRole("dialog", { name: "Correct Times" });
  await times.getByLabel("Started").fill("00:00");
  await times.getByText("Forgot to press").tap();
  await times.getByRole("button", { name: "Save Times" }).tap();
}

async function measure(page: Page) {
  await openPart(page, /^Lighting plan/);
  await main(page).getByLabel("Feet of run 1, measured on site").fill("41.5");
  await main(page).getByRole("button", { name: "Save the feet of run 1" }).tap();
}

export async function visitOf(page: Page, { order, visit }: Job): Promise<Row> {
  const answer = await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`);
  return ((await answer.json()) as Row[]).find(({ id }) => id === visit.id) as Row;
}

export async function orderOf(page: Page, { order }: Job): Promise<Row> {
  return (await page.request.get(`/api/panel/work-orders/${order.id}`)).json();
}

async function ownVisit(page: Page, { visit }: Job): Promise<Row> {
  const visits: Row[] = await (await page.request.get("/api/panel/own-visits")).json();
  return visits.find(({ id }) => id === visit.id) as Row;
}

const kindsOf = async (page: Page, job: Job): Promise<string[]> =>
  ((await orderOf(page, job)).images as { kind: string }[]).map(({ kind }) => kind);

async function isChecked(page: Page, job: Job): Promise<boolean> {
  const lines = (await ownVisit(page, job)).checklist as { words: string; done: boolean }[];
  return (
    lines
      .filter(({ done }) => done)
      .map(({ words }) => words)
      .join() === CHECKED
  );
}

async function hasUsed(page: Page, job: Job): Promise<boolean> {
  const lines = (await orderOf(page, job)).materialsUsed as { name: string; quantity: number }[];
  return lines.map(({ name, quantity }) => `${quantity} ${name}`).join() === "12 Channel";
}

async function isCorrected(page: Page, job: Job): Promise<boolean> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: homeTimeZone, timeStyle: "short" });
  return clock.format(new Date(String((await ownVisit(page, job)).startedAt))) === "00:00";
}

async function isMeasured(page: Page, job: Job): Promise<boolean> {
  const { runs } = (await ownVisit(page, job)).lighting as { runs: { measured: number | null }[] };
  return runs.map(({ measured }) => measured).join() === "41.5,";
}

/** What was done before, told straight to the server. */
async function began(page: Page, { visit }: Job) {
  const answer = await page.request.post(`/api/panel/visits/${visit.id}/operations`, { data: { status: "started" } });
  expect(answer.ok()).toBe(true);
}

async function hasOnePhoto(page: Page, { order }: Job) {
  const multipart = { image: PHOTO, kind: "before" };
  expect((await page.request.post(`/api/panel/work-orders/${order.id}/photos`, { multipart })).ok()).toBe(true);
}

export interface Press {
  /** The job it is pressed at, where not any will do. */
  plan?: (page: Page) => Promise<Job>;
  before?: (page: Page, job: Job) => Promise<void>;
  act: (page: Page) => Promise<void>;
  /** Whether the server has it, once. */
  done: (page: Page, job: Job) => Promise<boolean>;
}

const statusIs = (status: string) => async (page: Page, job: Job) => (await visitOf(page, job)).status === status;
const photosAre = (kinds: string) => async (page: Page, job: Job) => (await kindsOf(page, job)).join() === kinds;

/** What is pressed on a day, in its order. */
export const PRESSES: Record<string, Press> = {
  "sets out": { act: (page) => step(page, "On My Way").tap(), done: statusIs("on_the_way") },
  starts: { act: (page) => step(page, "Start").tap(), done: statusIs("started") },
  "writes notes": {
    act: (page) => writeNotes(page),
    done: async (page, job) => (await orderOf(page, job)).notes === WORDS,
  },
  "counts materials": { act: use, done: hasUsed },
  "photographs what was there": { act: (page) => photograph(page, "Before"), done: photosAre("before") },
  "ticks a line of the checklist": { before: began, act: check, done: isChecked },
  "measures a run": { plan: plannedWithDrawing, act: measure, done: isMeasured },
  "photographs what is there now": { act: (page) => photograph(page, "After"), done: photosAre("after") },
  "photographs once more": {
    before: hasOnePhoto,
    act: (page) => photograph(page, "Problem"),
    done: photosAre("before,problem"),
  },
  completes: { before: began, act: complete, done: statusIs("done") },
  "corrects the times": { before: began, act: correct, done: isCorrected },
  "takes a step back": { before: began, act: (page) => step(page, "Undo").tap(), done: statusIs("planned") },
};

/** A write of the day. */
export const isWork = (method: string, path: string) => method === "POST" && /\/(operations|photos)$/.test(path);

/** The writes that went over the line. */
export const workOn = (line: Line): string[] =>
  line.asked.filter((call) => isWork(...(call.split(" ") as [string, string])));

/** The line is there again, and the browser notices. */
export async function mended(page: Page, line: Line) {
  line.mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

/** Somebody else of the company, in a browser of their own, straight at the server. */
export async function withColleague(context: BrowserContext, url: string, act: (page: Page) => Promise<void>) {
  const other = await context.browser()?.newContext({ baseURL: url });
  if (!other) throw new Error("This journey needs a browser.");
  const page = await other.newPage();
  await signIn(page, "branch");
  await act(page);
  await other.close();
}

/** How long what waits may take to be sent. */
export const SOON = { timeout: 40_000 };

/** A day with one job, open at it. */
export async function begin(page: Page): Promise<Job> {
  const job = await planned(page);
  await signIn(page, TECHNICIAN);
  await openAt(page, job);
  return job;
}

/** What the server has of a job. */
export const facts = async (page: Page, job: Job) => ({
  status: (await visitOf(page, job)).status,
  notes: (await orderOf(page, job)).notes,
  photos: await kindsOf(page, job),
});

export const changes = (page: Page) => page.getByRole("dialog", { name: "Changes on this device" });
