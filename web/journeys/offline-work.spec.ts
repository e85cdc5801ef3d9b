// A day's work over a line that is cut: each of its ten steps at each of the four points where a call can break off. Nothing is lost, nothing
// is done twice, and what waits is told. A sample runs each time, every case under `make proof`.
import type { Point } from "./line";
import { isWork, mended, openAt, PRESSES, planned, TECHNICIAN, test, unsent, workOn } from "./site-day";
import { expect, signIn } from "./staff";

const WHOLE = Boolean(process.env.DUSKLINE_TEST_PROOF);
/** Another part each day. */
const PARTS = 20;
const DAY = Math.floor(Date.now() / 86_400_000);
const isChosen = (place: number) => WHOLE || place % PARTS === DAY % PARTS;

const POINTS: Point[] = ["before", "mid-body", "after", "mid-answer"];
const CASES = POINTS.flatMap((at) => Object.entries(PRESSES).map(([name, press]) => [at, name, press] as const));

CASES.forEach(([at, name, { before, act, done }], place) => {
  if (!isChosen(place)) return;
  test(`the line breaks ${at} while somebody ${name}`, async ({ page, line }) => {
    const job = await planned(page);
    await signIn(page, TECHNICIAN);
    await before?.(page, job);
    await openAt(page, job);
    line.asked.length = 0;
    line.cut(at, isWork);
    await act(page);
    await expect.poll(() => line.broken).toBeGreaterThan(0);
    await expect(unsent(page)).toContainText("1 change waits");
    await mended(page, line);
    await expect.poll(() => done(page, job), { timeout: 40_000 }).toBe(true);
    await expect.poll(() => workOn(line).length, { timeout: 40_000 }).toBeGreaterThan(at === "before" ? 0 : 1);
    await expect(unsent(page)).toHaveCount(0, { timeout: 40_000 });
    expect(await done(page, job)).toBe(true); // and what came more than once was done once
  });
});
