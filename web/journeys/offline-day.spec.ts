// Today without a network: the day of whoever is signed in stands as the server last said, with its photos, and is gone after a log-out.
import type { Page } from "@playwright/test";
import { kept, namesKept } from "./kept";
import { test } from "./line";
import { colleague, type Row } from "./records";
import { expect, fresh, make, PHOTO, signIn } from "./staff";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const TODAY = "/panel/work-orders?view=today";

async function today(page: Page): Promise<string> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  return new Intl.DateTimeFormat("en-CA", { timeZone: homeTimeZone }).format(new Date());
}

/** A job that somebody goes to today, with a photo; gives its title. */
async function planned(page: Page, account: string): Promise<string> {
  await signIn(page, "branch");
  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  const person = people.find(({ email }) => email === `${account}@duskline.example`)?.id;
  const lives = { email: "ladder@example.com", phone: "614-555-0142", address: "7 Ladder Lane" };
  const client = await make<Row>(page, "clients", { name: fresh("Client"), ...lives });
  const order = await make<Row>(page, "work-orders", { clientId: client.id, title: fresh("Job") });
  const photo = await page.request.post(`/api/panel/work-orders/${order.id}/photos`, { multipart: { image: PHOTO } });
  expect(photo.ok()).toBe(true);
  await make<Row>(page, "visits", {
    kind: "work_order",
    recordId: order.id,
    crew: [person],
    accept: ["clash", "absence", "capacity"],
    day: await today(page),
    startMinute: 1,
    endMinute: 2,
  });
  return String(order.title);
}

/** From now on what is kept was read a day earlier. */
const age = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("duskline");
        opening.onsuccess = () => {
          const visits = opening.result.transaction("visits", "readwrite").objectStore("visits");
          visits.getAll().onsuccess = ({ target }) => {
            const [row] = (target as IDBRequest).result;
            const at = new Date(Date.parse(row.at) - 86_400_000).toISOString();
            visits.put({ ...row, at }).onsuccess = () => {
              opening.result.close();
              resolve();
            };
          };
        };
      }),
  );

const idOf = async (page: Page): Promise<string> => (await (await page.request.get("/api/auth/user")).json()).id;

const line = (page: Page, title: string) => page.getByRole("main").getByRole("button", { name: title });

async function begin(page: Page, title: string, account = "technician") {
  await signIn(page, account);
  await page.goto(TODAY);
  await expect(line(page, title)).toBeVisible();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await expect.poll(async () => (await kept(page, "pictures")).length).toBeGreaterThan(0);
}

test("the day stands without a network, as of when it was read, and its photos with it", async ({
  page,
  line: wire,
}) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
  wire.drop();
  await age(page);
  await page.goto(TODAY);
  await expect(line(page, title)).toBeVisible();
  await expect(page.getByText(/^As of \d+:\d\d [AP]M, \w+/)).toBeVisible(); // with its day, as it is another one
  if ((await line(page, title).getAttribute("aria-expanded")) === "false") await line(page, title).tap();
  await page.getByRole("button", { name: /^Photos/ }).tap();
  const photo = page.getByRole("img", { name: "Photo 1" });
  await expect(photo).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a day that is found after the server has failed to answer says as of when it is", async ({
  page,
  line: wire,
}) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function slowly(...given) {
      for (const began = performance.now(); performance.now() - began < 1500; );
      return open.apply(this, given);
    };
  });
  wire.drop();
  await page.goto(TODAY);
  await expect(line(page, title)).toBeVisible();
  await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible();
});

test("whoever logs out leaves nothing, also where the server hears nothing of it", async ({ page, line: wire }) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  wire.drop();
  await page.getByRole("button", { name: "Toggle sidebar" }).tap();
  await page.getByRole("button", { name: "Log Out" }).tap();
  await expect.poll(() => kept(page, "visits")).toEqual([]);
  expect(await kept(page, "pictures")).toEqual([]);
});

test("what a day leaves in a browser is declared, and goes once the session has ended elsewhere", async ({ page }) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  const before = await idOf(page);
  const declared = await namesKept(page);
  expect(declared.undeclared).toEqual([]);
  expect(declared.local).toContain("keptSession1");
  expect(await kept(page, "visits")).toEqual([before]);
  await page.request.post("/api/auth/logout"); // as another device may end it
  await page.goto(TODAY);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => kept(page, "visits")).toEqual([]);
  expect(await kept(page, "pictures")).toEqual([]);
  expect((await namesKept(page)).local).not.toContain("keptSession1");
});

/** Ways to sign in, each up to the press that does it. */
const WAYS_IN = {
  "a password": async (page: Page) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("lead-technician@duskline.example");
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByLabel("Password", { exact: true }).fill("as the server sees it");
    return page.getByRole("button", { name: "Log In" });
  },
  "a link from a letter": async (page: Page) => {
    await page.goto("/login?view=link#secret");
    await page.getByLabel("Password", { exact: true }).fill("as the server sees it");
    return page.getByRole("button", { name: "Save and Log In" });
  },
};

for (const [name, way] of Object.entries(WAYS_IN)) {
  test(`a sign-in by ${name} takes along what the former person read, also while it owes a second step`, async ({
    page,
    line: wire,
  }) => {
    const title = await planned(page, "technician");
    await begin(page, title);
    await page.goto("about:blank"); // the tab is closed, without a log-out
    const answer = (path: string, body: object) =>
      wire.answer(path, (response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    const shown = { kind: "password", email: "lead-technician@duskline.example", firstName: null, lastName: null };
    answer("/api/auth/link", shown);
    for (const path of ["/api/auth/login", "/api/auth/link/use"])
      answer(path, { success: true, redirectUrl: "/login?view=code" });
    const press = await way(page);
    expect(await kept(page, "visits")).toHaveLength(1);
    await press.tap();
    await expect(page).toHaveURL(/view=code/);
    await page.waitForLoadState();
    await expect.poll(() => kept(page, "visits")).toEqual([]);
    expect(await kept(page, "pictures")).toEqual([]);
    expect((await namesKept(page)).local).not.toContain("keptSession1");
  });
}

test("another role takes along what was read, in the open panel and at the next start", async ({
  page,
  browser,
  borrow,
}) => {
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, "admin");
  for (const opens of [false, true]) {
    const title = await planned(page, "technician");
    await begin(page, title);
    const account = `/api/panel/users/${await idOf(page)}`;
    if (!opens) await borrow(account, "role");
    await colleague(admin, account, { role: null });
    const refresh = page.getByRole("button", { name: "Refresh" });
    if (opens) await page.goto(TODAY);
    // Another call of the panel may hear of it first, and the button is gone.
    else await refresh.tap({ timeout: 5_000 }).catch(() => expect(refresh).toBeHidden());
    await expect.poll(() => kept(page, "visits")).toEqual([]);
    expect(await kept(page, "pictures")).toEqual([]);
    await colleague(admin, account, { role: "technician" });
  }
  await admin.context().close();
});

test("an answer that comes after the session has ended is kept no more", async ({ page, line: wire }) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  const visits = await (await page.request.get("/api/panel/own-visits")).text();
  let answerNow = () => {};
  wire.answer("/api/panel/own-visits", (response) => {
    answerNow = () => void response.writeHead(200, { "content-type": "application/json" }).end(visits);
  });
  const refused = page.waitForEvent("console", (said) => said.text().startsWith("Your visits are not kept"));
  await page.getByRole("button", { name: "Refresh" }).tap();
  await page.request.post("/api/auth/logout");
  await page.getByRole("button", { name: /^Bell: / }).tap(); // what it asks hears that the session is over
  await expect.poll(() => kept(page, "visits")).toEqual([]);
  answerNow();
  await refused;
  await expect(page).toHaveURL(/\/login/);
  expect(await kept(page, "visits")).toEqual([]);
});

test("the control: a server that is busy or refuses ends no session, and what was read stays", async ({
  page,
  line: wire,
}) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  const own = await idOf(page);
  for (const status of [403, 503]) {
    wire.answer("/api/panel/own-visits", (response) => response.writeHead(status).end());
    await page.goto(TODAY);
    await expect(line(page, title)).toBeVisible();
    await expect(page.getByText(/^As of/)).toBeVisible();
  }
  expect(await kept(page, "visits")).toEqual([own]);
  expect((await kept(page, "pictures")).length).toBeGreaterThan(0);
});

test("whoever signs in next finds nothing of who was here before, also where nobody heard of a log-out", async ({
  page,
}) => {
  const title = await planned(page, "technician");
  await begin(page, title);
  const before = await idOf(page);
  await signIn(page, "lead-technician");
  await page.goto("/panel");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => kept(page, "visits")).not.toContain(before);
});
