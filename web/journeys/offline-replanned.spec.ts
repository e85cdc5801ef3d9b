// What becomes of a visit while somebody works on it: the people who plan move, cancel or correct it, or give it to others. Nothing that was
// written is lost, on either side, and nothing moves under the hand.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Line } from "./line";
import type { Row } from "./records";
import {
  begin,
  changes,
  facts,
  type Job,
  mended,
  notes,
  openAt,
  personOf,
  planned,
  refreshed,
  SOON,
  saveNotes,
  step,
  TECHNICIAN,
  test,
  typeNotes,
  unfold,
  unsent,
  visitOf,
  WORDS,
  withColleague,
  writeNotes,
} from "./site-day";
import { signIn } from "./staff";

/** The visits of today, or of days before. */
const today = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: /^(Visits|Not finished)$/, level: 2 }) });

/** What the people who plan do to a visit while somebody is there. */
const replanned = (context: BrowserContext, line: Line, { visit }: Job, fate: Fate) =>
  withColleague(context, line.target, async (branch) => {
    const changed = { ...(await FATES[fate](branch, visit)), accept: ["clash", "absence", "capacity"] };
    const answer = await branch.request.patch(`/api/panel/visits/${visit.id}`, { data: changed });
    expect(answer.status()).toBe(200);
  });

type Fate = "is cancelled" | "is moved by days" | "is moved by years" | "is given away";

const dayAfter = (day: unknown) => new Date(Date.parse(String(day)) + 86_400_000).toISOString().slice(0, 10);

const FATES: Record<Fate, (branch: Page, visit: Row) => Promise<object>> = {
  "is cancelled": async () => ({ status: "cancelled", reason: "The client called" }),
  "is moved by days": async (_, { day }) => ({ day: dayAfter(day) }),
  "is moved by years": async () => ({ day: "2030-05-06" }),
  "is given away": async (branch) => ({ crew: [await personOf(branch, "lead-technician")] }),
};

test("of visits that were cancelled, moved or given away meanwhile the facts are kept, and a sentence says so", async ({
  page,
  line,
  context,
}) => {
  const jobs = [await planned(page), await planned(page), await planned(page)] as const;
  await signIn(page, TECHNICIAN);
  await openAt(page, jobs[0]);
  line.drop();
  for (const job of jobs) {
    await unfold(page, job);
    await step(page, "Start").tap();
    await writeNotes(page);
  }
  await expect(unsent(page)).toContainText("6 changes wait");
  await replanned(context, line, jobs[0], "is cancelled");
  await replanned(context, line, jobs[1], "is moved by years");
  await replanned(context, line, jobs[2], "is given away");
  await mended(page, line);
  await page.getByRole("button", { name: /^6 saved changes to look at/ }).tap(SOON);
  for (const sentence of ["was cancelled", "was moved to Monday, May 6, 2030", "was given to others"])
    await expect(changes(page).getByText(`This visit ${sentence} meanwhile. What you noted is kept`)).toHaveCount(2);
  const first = changes(page).getByRole("listitem").first();
  await first.getByRole("button", { name: "All Right" }).tap();
  await expect(first.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(first.getByRole("status")).toHaveText("Saved"); // and not discarded
  await expect(changes(page).getByRole("button", { name: "Copy Words" })).toHaveCount(3); // a start has none
  await changes(page).getByRole("button", { name: "All Right for All 5" }).tap();
  await expect(changes(page).getByRole("button", { name: "Undo" })).toHaveCount(6);
  await withColleague(context, line.target, async (branch) => {
    const kept = await Promise.all(jobs.map((job) => facts(branch, job)));
    expect(kept.map(({ notes }) => notes)).toEqual([WORDS, WORDS, WORDS]);
    expect(kept.map(({ status }) => status)).toEqual(["cancelled", "planned", "planned"]);
  });
});

for (const fate of Object.keys(FATES) as Fate[])
  test(`notes that are not saved stay in hand when their visit ${fate}, and are kept when they are saved`, async ({
    page,
    line,
    context,
  }) => {
    const [other, job] = [await planned(page), await planned(page)];
    await signIn(page, TECHNICIAN);
    await openAt(page, job);
    await typeNotes(page);
    await replanned(context, line, other, fate);
    await replanned(context, line, job, fate);
    await page.getByRole("button", { name: "Refresh" }).tap();
    const said =
      fate === "is moved by days" ? /^This visit was moved to / : /^This visit was moved, cancelled, or given to /;
    await expect(page.getByRole("status").filter({ hasText: said })).toContainText("What you typed here is not saved");
    await expect(page.getByRole("region", { name: "Next step" })).toHaveCount(0);
    await expect(notes(page)).toHaveValue(WORDS);
    // The control: a visit without words is gone, or stands on its new day.
    await expect(today(page).getByRole("button", { name: other.title })).toHaveCount(0);
    await saveNotes(page);
    await expect(today(page).getByRole("button", { name: job.title })).toHaveCount(0);
    await withColleague(context, line.target, async (branch) =>
      expect.poll(async () => (await facts(branch, job)).notes).toBe(WORDS),
    );
  });

test("of two who write notes neither deletes the other's words, also where these came while one was writing", async ({
  page,
  line,
  context,
}) => {
  const job = await begin(page);
  await typeNotes(page);
  const theirs = "Gate code 4711.";
  await withColleague(context, line.target, async (branch) => {
    const answer = await branch.request.patch(`/api/panel/work-orders/${job.order.id}`, { data: { notes: theirs } });
    expect(answer.status()).toBe(200);
  });
  await refreshed(page);
  await notes(page).pressSequentially(" And more.");
  await saveNotes(page);
  const both = (words: unknown) => String(words).includes(theirs) && String(words).includes(`${WORDS} And more.`);
  await expect.poll(async () => both((await facts(page, job)).notes), SOON).toBe(true);
});

test("the visit in hand stays open when another one is planned before it, and its words keep the focus and their place", async ({
  page,
  line,
  context,
}) => {
  const job = await begin(page);
  await typeNotes(page);
  await withColleague(context, line.target, async (branch) => {
    const crew = [await personOf(branch, TECHNICIAN)];
    const earlier = {
      kind: "work_order",
      recordId: job.order.id,
      crew,
      day: job.visit.day,
      startMinute: 0,
      endMinute: 1,
    };
    const answer = await branch.request.post("/api/panel/visits", {
      data: { ...earlier, accept: ["clash", "absence", "capacity"] },
    });
    expect(answer.status()).toBe(201);
  });
  const before = await page.locator("[data-visit]").count();
  await notes(page).focus();
  const topOf = async () => Math.round((await notes(page).boundingBox())?.y ?? Number.NaN);
  const top = await topOf();
  await refreshed(page);
  await expect(page.locator("[data-visit]")).toHaveCount(before + 1);
  await expect(page.locator(`[data-visit="${job.visit.id}"]`)).toHaveAttribute("aria-expanded", "true");
  await expect(notes(page)).toBeFocused();
  expect(await topOf()).toBe(top);
});

test("a correction sends only the times that were typed, whatever a colleague corrects meanwhile", async ({
  page,
  line,
  context,
}) => {
  const job = await begin(page);
  const told = (data: object) => page.request.post(`/api/panel/visits/${job.visit.id}/operations`, { data });
  expect((await told({ status: "started" })).ok()).toBe(true);
  await page.getByRole("button", { name: "Refresh" }).tap();
  await page.getByRole("main").getByRole("button", { name: /^More/ }).tap();
  await page.getByRole("main").getByRole("button", { name: "Correct Times" }).tap();
  const times = page.getByRole("dialog", { name: "Correct Times" });
  await expect(times.getByLabel("Started")).not.toHaveValue("");
  await times.getByText("Forgot to press").tap();
  await times.getByLabel("Done").fill(await times.getByLabel("Started").inputValue());
  const startedAt = String((await visitOf(page, job)).startedAt);
  const earlier = new Date(Date.parse(startedAt) - 120_000).toISOString();
  await withColleague(context, line.target, async (branch) => {
    const correction = { data: { startedAt: earlier, reason: "Forgot to press" } };
    const answer = await branch.request.post(`/api/panel/visits/${job.visit.id}/operations`, correction);
    expect(answer.ok()).toBe(true);
  });
  await refreshed(page);
  await times.getByRole("button", { name: "Save Times" }).tap();
  await expect.poll(async () => (await visitOf(page, job)).status, SOON).toBe("done");
  expect(Date.parse(String((await visitOf(page, job)).startedAt))).toBe(Date.parse(earlier));
});

test("the words of an ending stay in hand when the visit is given away", async ({ page, line, context }) => {
  const job = await begin(page);
  line.drop();
  await step(page, "Start").tap();
  await step(page, "Complete").tap();
  const ending = page.getByRole("dialog", { name: "Complete Visit" });
  await ending.getByText("Somebody else").tap();
  await ending.getByLabel("Their name").fill("Olga Next Door");
  await replanned(context, line, job, "is given away");
  await mended(page, line);
  await expect(page.locator(`[data-visit="${job.visit.id}"]`)).toHaveCount(0, SOON);
  await expect(ending.getByLabel("Their name")).toHaveValue("Olga Next Door");
  await expect(ending.getByText(/^This visit was moved, cancelled, or given to others\./)).toBeVisible();
  await ending.getByRole("button", { name: "Complete Visit" }).tap();
  await expect(page.getByRole("button", { name: /^2 saved changes to look at/ })).toBeVisible(SOON);
});
