// What is far below the view of a public page costs nothing until it is near, and works by the first press all the same.
import type { Page } from "@playwright/test";
import { expect, PUBLIC, test } from "./site-visitor";

test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });

/** A part comes to life within 600 pixels of the view; parts beyond this are far from it. */
const FAR = 700;

/** Parts of the page that are far below the view: how many, and those among them that are alive. */
const farBelow = (page: Page) =>
  page.evaluate((far) => {
    const parts = [...document.querySelectorAll("main > *, body footer")].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().top > innerHeight + far,
    );
    const alive = parts.filter((part) => !part.matches("[data-lazy]"));
    return { count: parts.length, alive: alive.map((part) => part.id || part.outerHTML.slice(0, 80)) };
  }, FAR);

for (const path of PUBLIC) {
  test(`${path}: what is far below sleeps, and wakes when it comes near`, async ({ page, visit }) => {
    await visit(path);
    await expect(page.locator("main > [data-lazy]").first()).toBeAttached();
    const found = await farBelow(page);
    expect(found.count).toBeGreaterThan(0);
    expect(found.alive).toEqual([]);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("contentinfo")).not.toHaveAttribute("data-lazy");
    await page.evaluate(() => scrollTo(0, 0));
    expect((await farBelow(page)).alive.length).toBeGreaterThan(0); // what has come to life is noticed
  });
}

test("what comes near wakes before it is in view", async ({ page, visit }) => {
  await visit("/residential");
  const part = page.locator("#questions");
  await expect(part).toHaveAttribute("data-lazy");
  await part.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight - 300));
  await expect(part).not.toHaveAttribute("data-lazy");
  await expect(part).not.toBeInViewport();
});

test("a press on what sleeps is done, and done once", async ({ page, visit }) => {
  await visit("/residential");
  const question = page.locator("#questions").getByRole("button").first();
  await expect(page.locator("#questions")).toHaveAttribute("data-lazy");
  await question.evaluate((button: HTMLElement) => button.click()); // without coming near
  await expect(question).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("#questions")).not.toHaveAttribute("data-lazy");
  await expect(question).toHaveAttribute("aria-expanded", "true");
});

test("keys reach what sleeps", async ({ page, visit }) => {
  await visit("/residential");
  const question = page.locator("#questions").getByRole("button").first();
  await question.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await page.keyboard.press("Enter");
  await expect(question).toHaveAttribute("aria-expanded", "true");
});

test("a choice that another part of the page makes holds when the sleeping part wakes", async ({ page, visit }) => {
  await visit("/financing");
  await page.locator("#plans").getByRole("button").first().click();
  await expect(page.locator("#calculator h2")).toBeFocused();
  await expect(page.locator("#calculator")).not.toHaveAttribute("data-lazy");
  await expect(page.locator("#questions h3").first()).toBeAttached();
});

/** Holds the page's code back, as on a slow line; answers how to let it come. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

type Held = { kind: string; before: string; now: string }[];

/** Sets every control of every sleeping part to something else, as a person does; answers what each then holds. Of a slider and the
 * field beside it, which are one thing, the slider. */
const setAll = (page: Page): Promise<Held> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll("[data-lazy]")];
    const all = parts.flatMap((part) => [
      ...part.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [type=file]), select, textarea"),
    ]);
    const each = [...new Set(all)]; // a part may sleep within another
    const isBesideSlider = (one: HTMLInputElement) =>
      one.type === "text" && each.some(({ type, value }) => type === "range" && value === one.value);
    const own = each.filter((one) => !isBesideSlider(one));
    const chosen = own.filter(
      ({ type, name }, i) => type !== "radio" || own.findLastIndex((o) => o.name === name) === i,
    );
    const held = (one: HTMLInputElement) => (/radio|checkbox/.test(one.type) ? String(one.checked) : one.value);
    const found = chosen.map((one) => {
      const [kind, before] = [one.localName === "input" ? one.type : one.localName, held(one)];
      if (/radio|checkbox/.test(one.type)) one.checked = !one.checked || one.type === "radio";
      else if (one instanceof HTMLSelectElement) (one as HTMLSelectElement).selectedIndex = one.options.length - 1;
      else if (one.type === "range") one.value = one.value === one.max ? one.min : one.max;
      else one.value = one.type === "color" ? (one.value === "#123456" ? "#654321" : "#123456") : "Evening light";
      for (const name of ["input", "change"]) one.dispatchEvent(new Event(name, { bubbles: true }));
      return { kind, before, now: held(one) };
    });
    Object.assign(window, { held: () => chosen.map((one, i) => ({ ...found[i], now: held(one) })), chosen });
    return found;
  });

/** What they hold by now; a control that was put in the place of another one holds nothing. */
const heldNow = (page: Page): Promise<Held> =>
  page.evaluate(() => {
    const { held, chosen } = window as unknown as { held: () => Held; chosen: Element[] };
    return held().map((one, i) => (chosen[i]?.isConnected ? one : { ...one, now: "gone" }));
  });

/** How many parts sleep still, each of them just asked for. */
const stillAsleep = (page: Page) =>
  page.evaluate(() => {
    const parts = document.querySelectorAll("[data-lazy]");
    for (const part of parts) part.dispatchEvent(new Event("needed"));
    return parts.length;
  });
const wakeAll = (page: Page) => expect.poll(() => stillAsleep(page)).toBe(0);

test("what is set while the page's code is on its way is still set then, whatever kind of control it is", async ({
  page,
}) => {
  test.slow();
  const kinds = new Set<string>();
  for (const path of PUBLIC) {
    const release = await holdCode(page);
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => document.readyState !== "loading");
    const set = await setAll(page);
    for (const { kind, before, now } of set) {
      kinds.add(kind);
      expect.soft(now, `${path}: ${kind} can be set`).not.toBe(before); // control
    }
    release();
    await wakeAll(page);
    await expect.poll(() => heldNow(page), { message: path }).toEqual(set);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  for (const kind of ["range", "select", "textarea", "text"]) expect(kinds).toContain(kind);
});

/** Sets the calculator's third slider to 60 months. */
const setMonths = (page: Page) =>
  page
    .locator("#calculator [type=range]")
    .nth(2)
    .evaluate((slider: HTMLInputElement) => {
      slider.value = "60";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });

test("a loan that is set while the page's code is on its way is the one that is worked out", async ({ page }) => {
  const payment = page.locator("#calculator .figure-large");
  const set = (amount: string) =>
    page
      .locator("#calculator [type=range]")
      .first()
      .evaluate((slider: HTMLInputElement, value) => {
        slider.value = value;
        for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name, { bubbles: true }));
      }, amount);
  const release = await holdCode(page);
  await page.goto("/financing", { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  const before = await payment.textContent();
  await set("42000");
  await setMonths(page);
  expect(await payment.textContent()).toBe(before); // control: nobody has listened yet
  release();
  await wakeAll(page);
  const fields = page.locator("#calculator input:not([type=range])");
  await expect(fields.first()).toHaveValue(/^42,?000$/);
  await expect(fields.nth(2)).toHaveValue("60");
  await expect(payment).not.toHaveText(before ?? "");
});

test("a loan that is typed while the page's code is on its way is the one that is worked out, with a plan that is pressed", async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto("/financing", { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  await page.locator("#plans").getByRole("button").first().click(); // 0% for a year
  const amount = page.locator("#calculator input:not([type=range])").first();
  await amount.fill("12000");
  await amount.blur();
  release();
  await wakeAll(page);
  await expect(page.locator("#calculator .figure-large")).toHaveText("$1,000.00");
  await expect(amount).toHaveValue(/^12,?000$/);
});

for (const left of [true, false]) {
  test(`a loan that is ${left ? "" : "being "}typed beside a slider that was set while the page's code is on its way is the one that is worked out`, async ({
    page,
  }) => {
    const fields = page.locator("#calculator input:not([type=range])");
    const release = await holdCode(page);
    await page.goto("/financing", { waitUntil: "commit" });
    await page.waitForFunction(() => document.readyState !== "loading");
    await setMonths(page);
    await fields.first().fill("12000");
    if (left) await fields.first().blur();
    release();
    await wakeAll(page);
    await expect(fields.nth(2)).toHaveValue("60");
    await page.locator("#plans").getByRole("button").first().click(); // 0% for a year
    await expect(page.locator("#calculator .figure-large")).toHaveText("$1,000.00");
  });
}
