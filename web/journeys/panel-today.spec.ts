// Today: a technician's day on a phone, by touch and by keys.
import type { Locator, Page } from "@playwright/test";
import { inEveryDress, violations } from "./dress";
import type { Row } from "./records";
import { expect, fresh, mailing, make, PHOTO, signIn, test } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 360, height: 740 } });

const TODAY = "/panel/work-orders?view=today";

interface Planned {
  order: Row;
  name: string;
  visit: Row;
}

/** The day that it is at the branch of the account. */
async function today(page: Page): Promise<string> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  return new Intl.DateTimeFormat("en-CA", { timeZone: homeTimeZone }).format(new Date());
}

const after = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function idOf(page: Page, account: string): Promise<string> {
  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  return String(people.find(({ email }) => email === `${account}@duskline.example`)?.id);
}

/** A job of a client of its own, whose one visit is a person's. */
async function planned(page: Page, person: string, at: object, name = fresh("Client")): Promise<Planned> {
  const lives = { email: "ladder@example.com", phone: "614-555-0142", address: "7 Ladder Lane" };
  const client = await make<Row>(page, "clients", { name, ...lives });
  const [place] = await (await page.request.get(`/api/panel/clients/${client.id}/properties`)).json();
  const known = { hazards: "Wire over the porch\nLoose step", access: "Gate code 4410" };
  const changed = await page.request.patch(`/api/panel/properties/${place.id}`, {
    data: known,
    headers: { "If-Match": `"${place.version}"` },
  });
  expect(changed.status()).toBe(200);
  const promised = { promised: "No drilling into the brick", feet: 120, stories: 2 };
  const job = { clientId: client.id, propertyId: place.id, title: fresh("Job"), ...promised };
  const order = await make<Row>(page, "work-orders", job);
  const [first] = await (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`)).json();
  const plan = { ...at, crew: [person], accept: ["clash", "absence", "capacity"] };
  const visit = await page.request.patch(`/api/panel/visits/${first.id}`, { data: plan });
  expect(visit.status()).toBe(200);
  return { order, name, visit: await visit.json() };
}

const heading = (page: Page, { order }: Planned) =>
  page.getByRole("main").getByRole("button", { name: String(order.title) });
const bar = (page: Page) => page.getByRole("region", { name: "Next step" });
const step = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });

async function visitOf(page: Page, { order, visit }: Planned): Promise<Row> {
  const visits: Row[] = await (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`)).json();
  return visits.find(({ id }) => id === visit.id) as Row;
}

/** The visit as the person who comes to it reads it. */
async function ownVisit(page: Page, { visit }: Planned): Promise<Row | undefined> {
  const visits: Row[] = await (await page.request.get("/api/panel/own-visits")).json();
  return visits.find(({ id }) => id === visit.id);
}

const isFolded = async (place: Locator) => (await place.getAttribute("aria-expanded")) === "false";

async function expand(place: Locator) {
  if (await isFolded(place)) await place.click();
}

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("a visit is set out to, started, taken back, documented and completed @both", async ({ page, open }) => {
    const person = await idOf(page, "technician");
    const visit = await planned(page, person, { day: await today(page), startMinute: 1, endMinute: 2 });
    await mailing(page);
    await signIn(page, "technician");
    await open("/panel/work-orders", "Today");
    const line = heading(page, visit);
    if (await isFolded(line)) await line.tap();
    const main = page.getByRole("main");
    await expect(main.getByRole("region", { name: "Hazards" })).toContainText("Wire over the porch");
    await expect(main).toContainText("No drilling into the brick");
    await expect(main).toContainText("120 feet, 2 stories");
    await expect(main.getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /google.*Ladder%20Lane/);
    await expect(main.getByRole("link", { name: "Call", exact: true })).toHaveAttribute("href", "tel:6145550142");

    // The client hears of a window, which may be another one.
    await bar(page)
      .getByRole("button", { name: `Tells ${visit.name} you arrive` })
      .tap();
    const window = page.getByRole("dialog", { name: "When do you arrive?" });
    await window.getByRole("radio", { name: "Tell nobody" }).check({ force: true });
    await window.getByRole("radio").first().check({ force: true });
    await window.getByRole("button", { name: "OK" }).tap();
    const pressed = page.waitForRequest(/\/operations$/);
    await step(page, "On My Way").tap();
    const { at, arrival } = (await pressed).postDataJSON();
    expect(arrival.endMinute - arrival.startMinute).toBe(30);
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    await expect(bar(page)).toContainText("On the way since");
    await step(page, "Start").tap();
    await expect(bar(page)).toContainText("Started");
    await step(page, "Undo").tap();
    await expect(bar(page)).toContainText("On the way since"); // one step back, and no more
    await step(page, "Start").tap();
    await expect.poll(async () => (await visitOf(page, visit)).status).toBe("started");

    await main.getByText("Before", { exact: true }).tap();
    await main.getByLabel("Caption of the next photos").fill("North gable");
    await main.getByLabel("Choose: file").setInputFiles([PHOTO, { ...PHOTO, name: "gutter.png" }]);
    await expect(main.getByRole("img", { name: "Photo 2: North gable" })).toBeVisible();
    await main.getByRole("button", { name: /^Notes/ }).tap();
    await main.getByRole("textbox", { name: "Notes" }).fill("Ladder on the north side.");
    await main.getByRole("button", { name: "Save Notes" }).tap();
    const order = async () => (await page.request.get(`/api/panel/work-orders/${visit.order.id}`)).json();
    await expect.poll(order).toMatchObject({
      notes: "Ladder on the north side.",
      images: [
        { kind: "before", caption: "North gable" },
        { kind: "before", caption: "North gable" },
      ],
    });

    await main.getByRole("button", { name: /^Materials/ }).tap();
    await main.getByLabel("Material", { exact: true }).fill("Channel");
    await main.getByLabel("Quantity", { exact: true }).fill("12");
    await main.getByLabel("Unit", { exact: true }).fill("ft");
    await main.getByRole("button", { name: "Add Material" }).tap();
    await main.getByRole("button", { name: "One more Channel" }).tap();
    await main.getByRole("button", { name: "One more Channel" }).tap();
    await expect.poll(order).toMatchObject({ materialsUsed: [{ name: "Channel", quantity: 14, unit: "ft" }] });
    await main.getByRole("button", { name: "Remove Channel" }).tap();
    await expect.poll(order).toMatchObject({ materialsUsed: [] });
    await main.getByRole("listitem").filter({ hasText: "removed" }).getByRole("button", { name: "Undo" }).tap();
    await expect.poll(order).toMatchObject({ materialsUsed: [{ name: "Channel", quantity: 14, unit: "ft" }] });

    const list = main.getByRole("region", { name: "Checklist" });
    await expect(list).toContainText("1 of 6"); // the photo of before
    await list.getByText("Check the power outlet and its breaker").tap();
    await list.getByText("Light every section in white and in color").tap();
    await list.getByLabel("Photo: After: file").setInputFiles(PHOTO);
    await expect(list).toContainText("4 of 6");

    await step(page, "Complete").tap();
    const ending = page.getByRole("dialog", { name: "Complete Visit" });
    await expect(ending.getByRole("region", { name: "Still to do" }).getByRole("listitem")).toHaveText([
      "Leave gutters and ground clean",
    ]);
    await ending.getByText("Somebody else").tap();
    await ending.getByRole("textbox", { name: "Their name" }).fill("A neighbor");
    await ending.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("button", { name: "Keep editing" }).tap(); // a name is not thrown away unasked
    await ending.getByText("Not possible today").tap();
    await ending.getByRole("textbox", { name: "Their name" }).fill("");
    await ending.getByRole("button", { name: "Complete Visit" }).tap(); // too early: it says what is missing
    await expect(ending.getByRole("alert")).toHaveText("Please say who was there.");
    await ending.getByText("Nobody there").tap();
    await ending.getByRole("button", { name: "Complete Visit" }).tap();
    await expect(line).toContainText("Done");
    await expect.poll(order).toMatchObject({ status: "completed" });
    expect(await ownVisit(page, visit)).toMatchObject({
      status: "done",
      nobodyThere: true,
      met: null,
      missing: "Not possible today",
    });

    // Whoever planned it reads how it ended.
    await signIn(page, "branch");
    await open(`/panel/work-orders?id=${visit.order.id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await expect(drawer.getByText("Nobody was there")).toBeVisible();
    await expect(drawer.getByText("Part of the checklist is left out: Not possible today")).toBeVisible();
    await expect(drawer.getByText("North gable")).toHaveCount(2);
  });

  test("words that are not saved outlast the folding of their visit, and its end", async ({ page, open }) => {
    const person = await idOf(page, "technician");
    const [visit, other] = [
      await planned(page, person, { day: await today(page), startMinute: 11, endMinute: 12 }),
      await planned(page, person, { day: await today(page), startMinute: 12, endMinute: 13 }),
    ];
    await signIn(page, "technician");
    await open(TODAY, "Today");
    const main = page.getByRole("main");
    const line = heading(page, visit);
    await expand(line);
    for (const part of ["Photos", "Materials", "Notes"])
      await expand(main.getByRole("button", { name: new RegExp(`^${part}`) }));
    const fields = [
      main.getByRole("textbox", { name: "Notes" }),
      main.getByLabel("Material", { exact: true }),
      main.getByLabel("Caption of the next photos"),
    ];
    for (const field of fields) await field.fill("Not saved yet");
    const stillThere = async () => {
      await expand(line);
      for (const field of fields) await expect(field).toHaveValue("Not saved yet");
    };
    await line.tap();
    await stillThere();
    await expand(heading(page, other));
    await expect(fields[0] as Locator).toBeHidden();
    await page.getByRole("tab", { name: "Work Orders" }).tap();
    await page.getByRole("button", { name: "Keep editing" }).tap(); // they would be lost, folded or not
    await stillThere();
    await step(page, "Start").tap();
    await step(page, "Complete").tap();
    const ending = page.getByRole("dialog", { name: "Complete Visit" });
    await ending.getByText("Not possible today").tap();
    await ending.getByText("Nobody there").tap();
    await ending.getByRole("button", { name: "Complete Visit" }).tap();
    await expect(line).toContainText("Done");
    await stillThere();
  });

  test("long names and words stay on the screen, the next step within reach", async ({ page, open }) => {
    const person = await idOf(page, "technician");
    const name = `${fresh("Maria")} Fernandez-Oyelaran and the ${"Hollingsworth".repeat(6)} Family Trust`;
    const visit = await planned(page, person, { day: await today(page), startMinute: 7, endMinute: 8 }, name);
    await signIn(page, "technician");
    await open(TODAY, "Today");
    const line = heading(page, visit);
    if (!(await isFolded(line))) await line.tap();
    await expect(line).toContainText(name); // the door to look for, before it is opened
    await line.tap();
    await expect(page.getByRole("main").getByRole("region", { name: "Hazards" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await step(page, "Start").tap();
    await expect(bar(page)).toContainText("Started");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("everything that is pressed has room for a glove", async ({ page, open }) => {
    const person = await idOf(page, "technician");
    const visit = await planned(page, person, { day: await today(page), startMinute: 3, endMinute: 4 });
    await signIn(page, "technician");
    await open(TODAY, "Today");
    await expand(heading(page, visit));
    for (const part of ["Checklist", "Photos", "Materials", "Notes", "More"])
      await expand(page.getByRole("main").getByRole("button", { name: new RegExp(`^${part}`) }));
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, a[href], input, textarea, label:has(input)")]
        .filter((one) => one.checkVisibility() && !one.matches("label input, [type=radio], [href='#content']"))
        .map((one) => ({ box: one.getBoundingClientRect(), words: one.getAttribute("aria-label") ?? one.textContent }))
        .filter(({ box }) => box.height < 56 || box.width < 56)
        .map(({ box, words }) => `${words}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
  });
});

/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, place: Locator) {
  await expect(place).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await place.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there.");
}

async function press(page: Page, place: Locator, key = "Enter") {
  await tabTo(page, place);
  await expect(place).toBeEnabled();
  await page.keyboard.press(key);
}

test("a day is done by keyboard alone @both", async ({ page, open }) => {
  test.slow();
  const person = await idOf(page, "lead-technician");
  const visit = await planned(page, person, { day: await today(page), startMinute: 1, endMinute: 2 });
  await signIn(page, "lead-technician");
  await open(TODAY, "Today");
  const line = heading(page, visit);
  await expect(line).toBeVisible();
  if (await isFolded(line)) await press(page, line);
  await expect(bar(page)).toContainText("Not set out yet"); // and nothing of telling a client, where no letter leaves
  await press(page, step(page, "On My Way"));
  await expect(bar(page)).toContainText("On the way since");
  await press(page, step(page, "Start"));
  await expect(bar(page)).toContainText("Started");

  await tabTo(page, page.getByRole("radio", { name: "During" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "After" })).toBeChecked();
  const chooser = page.waitForEvent("filechooser");
  await press(page, page.getByRole("button", { name: "Choose", exact: true }));
  await (await chooser).setFiles(PHOTO);
  await press(page, page.getByRole("button", { name: /^Materials/ }));
  await tabTo(page, page.getByLabel("Material", { exact: true }));
  await page.keyboard.type("Clip");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: /^Notes/ }));
  await tabTo(page, page.getByRole("textbox", { name: "Notes" }));
  await page.keyboard.type("Two clips are spare.");
  await press(page, page.getByRole("button", { name: "Save Notes" }));
  const order = async () => (await page.request.get(`/api/panel/work-orders/${visit.order.id}`)).json();
  await expect.poll(order).toMatchObject({
    notes: "Two clips are spare.",
    materialsUsed: [{ name: "Clip", quantity: 1 }],
    images: [{ kind: "after" }],
  });

  await press(page, page.getByRole("checkbox", { name: /^Leave gutters/ }), "Space");
  await expect(page.getByRole("region", { name: "Checklist" })).toContainText("2 of 6");
  await press(page, step(page, "Complete"));
  await expect(page.getByRole("region", { name: "Still to do" }).getByRole("listitem")).toHaveCount(3);
  await tabTo(page, page.getByRole("radio", { name: "The client did not want it" }));
  await page.keyboard.press("ArrowUp");
  await tabTo(page, page.getByLabel("Reason in your own words"));
  await page.keyboard.type("Fog");
  await press(page, page.getByRole("radio", { name: visit.name }), "Space");
  await page.keyboard.press("Enter");
  await expect(line).toContainText("Done");
  await expect.poll(() => ownVisit(page, visit)).toMatchObject({ status: "done", met: visit.name, missing: "Fog" });

  // Done by mistake: taken back, and put right with a reason.
  await page.keyboard.press("F8");
  await press(page, page.getByRole("region", { name: /Notices/ }).getByRole("button", { name: "Undo" }));
  await expect.poll(() => ownVisit(page, visit)).toMatchObject({ status: "started", met: null });
  if (await isFolded(line)) await press(page, line);
  await press(page, page.getByRole("button", { name: "More", exact: true }));
  await press(page, page.getByRole("button", { name: "Correct Times" }));
  await tabTo(page, page.getByLabel("Done", { exact: true }));
  const early = new Date();
  await page.getByLabel("Started", { exact: true }).fill("00:01");
  await page.getByLabel("Done", { exact: true }).fill("00:02");
  await tabTo(page, page.getByRole("radio", { name: "Forgot to press" }));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Save Times" }));
  await expect.poll(() => ownVisit(page, visit)).toMatchObject({ status: "done", reason: "Forgot to press" });
  expect(Date.parse(String((await ownVisit(page, visit))?.doneAt))).toBeLessThan(early.getTime());
  await expect(line).toContainText("Done");
  if (await isFolded(line)) await press(page, line);
  await press(page, step(page, "Undo")); // from done it is one step too
  await expect.poll(() => ownVisit(page, visit)).toMatchObject({ status: "started" });
});

/** Presses twice before the browser does anything else. */
const doublePress = (place: Locator) =>
  place.evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });

test("a press that is made twice at once is taken once, whatever it does", async ({ page, open }) => {
  const person = await idOf(page, "technician");
  const visit = await planned(page, person, { day: await today(page), startMinute: 9, endMinute: 10 });
  await signIn(page, "technician");
  const sent: object[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/operations")) sent.push(request.postDataJSON());
  });
  await open(TODAY, "Today");
  await expand(heading(page, visit));
  const main = page.getByRole("main");
  const once = async (press: () => Promise<unknown>, deed: Record<string, unknown>) => {
    sent.length = 0;
    await press();
    await expect.poll(() => sent.at(-1)).toMatchObject(deed);
    await expect(page.getByText(/saved change/)).toHaveCount(0);
    await page.waitForLoadState("networkidle"); // the second one would have followed
    expect(sent).toEqual([expect.objectContaining(deed)]);
  };
  await once(() => doublePress(step(page, "Start")), { status: "started" });
  await expect(step(page, "Undo")).toBeEnabled();
  await once(() => doublePress(step(page, "Undo")), { status: "planned" });
  await expect(step(page, "On My Way")).toBeEnabled();
  await once(() => doublePress(step(page, "On My Way")), { status: "on_the_way" });
  await expect(step(page, "Start")).toBeEnabled();
  await once(() => doublePress(step(page, "Start")), { status: "started" });

  for (const part of ["Checklist", "Materials", "Notes"])
    await expand(main.getByRole("button", { name: new RegExp(`^${part}`) }));
  const check = main.getByLabel("Check the power outlet and its breaker");
  await once(() => doublePress(check), { checks: [expect.objectContaining({ done: true })] });
  await expect(check).toBeChecked();
  await main.getByLabel("Material", { exact: true }).fill("Channel");
  const added = { materials: [expect.objectContaining({ name: "Channel", quantity: 1 })] };
  await once(() => doublePress(main.getByRole("button", { name: "Add Material" })), added);
  const more = { materials: [expect.objectContaining({ name: "Channel", quantity: 2 })] };
  await once(() => doublePress(main.getByRole("button", { name: "One more Channel" })), more);
  const removed = { materials: [expect.objectContaining({ removed: true })] };
  await once(() => doublePress(main.getByRole("button", { name: "Remove Channel" })), removed);
  const gone = main.getByRole("listitem").filter({ hasText: "removed" });
  await once(() => doublePress(gone.getByRole("button", { name: "Undo" })), more);
  await main.getByRole("textbox", { name: "Notes" }).fill("Dog in the yard");
  const noted = { notes: expect.objectContaining({ text: "Dog in the yard" }) };
  await once(() => doublePress(main.getByRole("button", { name: "Save Notes" })), noted);

  await step(page, "Complete").click();
  const ending = page.getByRole("dialog", { name: "Complete Visit" });
  await ending.getByText("Not possible today").click();
  await ending.getByText("Nobody there").click();
  await once(() => doublePress(ending.getByRole("button", { name: "Complete Visit" })), { status: "done" });
  const order = async () => (await page.request.get(`/api/panel/work-orders/${visit.order.id}`)).json();
  await expect
    .poll(order)
    .toMatchObject({ status: "completed", notes: "Dog in the yard", materialsUsed: [{ name: "Channel" }] });
  expect((await order()).materialsUsed).toHaveLength(1);
});

test("Today has no violation, and a contrast for sunlight", async ({ page, open }) => {
  const person = await idOf(page, "technician");
  const visit = await planned(page, person, { day: await today(page), startMinute: 5, endMinute: 6 });
  await mailing(page);
  await signIn(page, "technician");
  await open(TODAY, "Today");
  await expand(heading(page, visit));
  for (const part of ["Checklist", "Photos", "Materials", "Notes", "More"])
    await expand(page.getByRole("main").getByRole("button", { name: new RegExp(`^${part}`) }));
  const look = async () => {
    // At its end nothing of the page lies under the next step. Wider it is shorter, and stays at its end.
    await page.setViewportSize({ width: 360, height: 900 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await inEveryDress(page)).toEqual([]);
    for (const dark of [false, true]) {
      await page.evaluate((on) => document.documentElement.classList.toggle("dark", on), dark);
      expect(await violations(page, ["color-contrast-enhanced"])).toEqual([]);
    }
  };
  await look();
  await bar(page)
    .getByRole("button", { name: /you arrive/ })
    .click();
  await expect(page.getByRole("dialog", { name: "When do you arrive?" })).toBeVisible();
  await look();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Correct Times" }).click();
  await page.getByRole("dialog").getByText("Another reason").click();
  await look();
  await page.keyboard.press("Escape");
  await step(page, "Start").click();
  await step(page, "Complete").click();
  await expect(page.getByRole("region", { name: "Still to do" })).toBeVisible();
  await page.getByRole("dialog").getByText("Somebody else").click();
  await look();
});

test("of times that cannot be, the one at fault is marked and has the focus", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const person = await idOf(page, "technician");
  const visit = await planned(page, person, { day: await today(page), startMinute: 1, endMinute: 2 });
  await signIn(page, "technician");
  await open(TODAY, "Today");
  await expand(heading(page, visit)); // a visit of another day may be open
  const more = page.getByRole("main").getByRole("button", { name: "More", exact: true });
  await expand(more);
  await page.getByRole("button", { name: "Correct Times" }).click();
  const window = page.getByRole("dialog", { name: "Correct Times" });
  const [started, ended] = ["Started", "Done"].map((name) => window.getByLabel(name, { exact: true })) as [
    Locator,
    Locator,
  ];
  const marked = async (field: Locator, words: string) => {
    await window.getByRole("button", { name: "Save Times" }).click();
    await expect(window.getByRole("alert").first()).toHaveText(words);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toBeInViewport();
  };
  await marked(started, "Please change a time first.");
  await started.fill("00:00");
  await window.getByText("Forgot to press").click();
  await ended.fill("23:59");
  await expect(started).toHaveAttribute("aria-invalid", "false");
  await marked(ended, "This time is still to come.");
});

test("what is left of yesterday comes first, and is said to have been done then", async ({ page, open }) => {
  const person = await idOf(page, "technician");
  const yesterday = after(await today(page), -1);
  const visit = await planned(page, person, { day: yesterday, startMinute: 540, endMinute: 600 });
  await signIn(page, "technician");
  await open(TODAY, "Today");
  const left = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Not finished" }) });
  const line = left.getByRole("button", { name: String(visit.order.title) });
  await expand(line);
  await left.getByRole("button", { name: "It Was Done That Day" }).click();
  const window = page.getByRole("dialog", { name: "Correct Times" });
  await expect(window.getByLabel("Started", { exact: true })).toHaveValue("09:00");
  await expect(window.getByLabel("Done", { exact: true })).toHaveValue("10:00");
  await window.getByRole("button", { name: "Save Times" }).click();
  await expect(window.getByRole("alert")).toHaveText("Please say why.");
  await expect(window.getByRole("radio").first()).toBeFocused();
  await window.getByLabel("Done", { exact: true }).fill("08:00");
  await window.getByText("Forgot to press").click();
  await expect(window.getByRole("alert")).toHaveText("It must end after it begins.");
  await window.getByLabel("Done", { exact: true }).fill("11:30");
  await window.getByRole("button", { name: "Save Times" }).click();
  await expect(line).toHaveCount(0);
  const saved = async () => {
    const { status, startedAt, doneAt } = await visitOf(page, visit);
    return { status, minutes: (Date.parse(String(doneAt)) - Date.parse(String(startedAt))) / 60_000 };
  };
  await expect.poll(saved).toEqual({ status: "done", minutes: 150 });
});

test("a free day says so, and when the next visit is", async ({ page, open }) => {
  await signIn(page, "technician");
  const visits: Row[] = await (await page.request.get("/api/panel/own-visits")).json();
  const [any] = visits;
  const day = after(await today(page), 2);
  const next = { ...any, day, status: "planned", startMinute: 480, endMinute: 600, name: "Ruth Amsel" };
  let answer: object[] = [next];
  await page.route("**/api/panel/own-visits?*", (route) => route.fulfill({ json: answer }));
  await open(TODAY, "Today");
  await expect(page.getByText("Nothing is planned for you today.")).toBeVisible();
  await expect(page.getByText(/^Your next visit is on .*, 8 AM to 10 AM: Ruth Amsel\.$/)).toBeVisible();
  answer = [];
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Those who plan see that you are free.")).toBeVisible();
});

test("a list that was asked for is shown, and Today is one press away", async ({ page, open }) => {
  await signIn(page, "technician");
  await open("/panel/work-orders?status=pending", "Work Orders");
  await page.getByRole("tab", { name: "Today" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.getByRole("tab", { name: "Work Orders" }).click();
  await expect(page.getByLabel("Filter by status")).toHaveValue("pending");
});

test.describe("a sales rep", () => {
  test.use({ account: "sales" });

  test("sees the surveys", async ({ page, open }) => {
    const { id } = await (await page.request.get("/api/auth/user")).json();
    const lives = { email: "porch@example.com", phone: "614-555-0143", address: "19 Orchard Hill" };
    const lead = await make<Row>(page, "leads", { name: fresh("Lead"), ...lives });
    const survey = { kind: "lead", recordId: lead.id, day: await today(page), crew: [id] };
    await make(page, "visits", { ...survey, accept: ["clash", "absence", "capacity"] });
    await open(TODAY, "Today"); // where the installed panel begins
    const line = page.getByRole("main").getByRole("button", { name: `Survey: ${lead.name}` });
    await expand(line);
    await expect(page.getByRole("main")).toContainText("19 Orchard Hill");
    await expect(step(page, "On My Way")).toBeVisible();
  });
});
