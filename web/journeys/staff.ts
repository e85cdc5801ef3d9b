// A member of staff in the panel: signed in through the server, each page's complaints noted as for a visitor.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { test as base, expect } from "./site-visitor";

export { expect };

const PASSWORD = process.env.JOURNEY_PASSWORD ?? "";

interface Staff {
  /** Whose account the journey uses; null begins signed out. */
  account: string | null;
  /** Opens a screen and waits for its heading. */
  open: (path: string, heading: string) => Promise<void>;
  /** Notes what a row that other journeys use says in these fields. An administrator sets them back when the journey ends, also where it fails. */
  borrow: (path: string, ...fields: string[]) => Promise<void>;
  /** Notes what the pages show in their sections, which other journeys look at. It is set back when the journey ends, also where it fails. */
  borrowSections: () => Promise<void>;
}

const SECTIONS = "/api/panel/content-sections";

export const test = base.extend<Staff>({
  account: ["branch", { option: true }],
  page: async ({ page, account }, use) => {
    if (account) await signIn(page, account);
    await use(page);
  },
  open: async ({ page }, use) => {
    await use(async (path, heading) => {
      await page.goto(path);
      // Not by its role: an open dialog takes the screen behind it out of the accessibility tree.
      await expect(page.locator("main h1").filter({ hasText: heading })).toBeVisible();
    });
  },
  borrow: async ({ playwright }, use, { project }) => {
    // Not over a line that a journey has cut.
    const admin = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
    const before: { path: string; data: object }[] = [];
    await use(async (path, ...fields) => {
      if (before.length === 0) await logIn(admin, "admin");
      const row = await (await admin.get(path)).json();
      before.unshift({ path, data: Object.fromEntries(fields.map((name) => [name, row[name]])) });
    });
    for (const { path, data } of before) expect((await admin.patch(path, { data })).status()).toBe(200);
    await admin.dispose();
  },
  borrowSections: async ({ page }, use) => {
    const before: { id: string; shows: string }[] = [];
    await use(async () => {
      before.push(...(await (await page.request.get(SECTIONS)).json()));
    });
    for (const { id, shows } of before)
      expect((await page.request.patch(`${SECTIONS}/${id}`, { data: { shows } })).status()).toBe(200);
  },
});

async function logIn(caller: APIRequestContext, account: string) {
  const data = { email: `${account}@duskline.example`, password: PASSWORD };
  const answer = await caller.post("/api/auth/login", { data });
  expect(answer.ok()).toBe(true);
}

export const signIn = (page: Page, account: string) => logIn(page.request, account);

/** The next write finds that the session has ended; until then the screen reads in peace, however late it asks. */
export async function endSessionAtWrite(page: Page) {
  let ended = false;
  await page.route("**/api/panel/**", async (route) => {
    if (!ended && route.request().method() !== "GET") {
      ended = true;
      await page.request.post("/api/auth/logout");
    }
    return route.fallback();
  });
}

/** The session's cookie is gone for good: no answer that is still underway brings it back. */
export async function loseSession(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies({ name: "duskline_session" });
}

/** A name that no other journey uses. */
export const fresh = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`;

/** A one-pixel picture, as a camera's file. */
export const PHOTO = {
  name: "roof.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

export const toast = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: /Notices/ }).getByText(text, { exact: true });

/** A lead, client, ticket or order made through the server, for journeys that begin with one. */
export async function make<Row extends { id: string }>(page: Page, list: string, data: object): Promise<Row> {
  const answer = await page.request.post(`/api/panel/${list}`, { data });
  expect(answer.status()).toBe(201);
  return answer.json();
}

interface Screen {
  /** In the sidebar. */
  name: string;
  path: string;
  heading: string;
  /** The accounts that may open it. */
  opens: string[];
  /** Whether records are made there, in a dialog over it. */
  makes?: boolean;
  /** Which screen it is a part of, for those who have that one. */
  viewOf?: string;
}

const MANAGERS = ["admin", "regional", "branch"];

/** The screens in the order of the sidebar, without the dashboard, which everybody has. */
export const SCREENS: Screen[] = [
  { name: "Today", path: "/panel/work-orders?view=today", heading: "Today", opens: ["sales"], viewOf: "Work Orders" },
  {
    name: "Work Orders",
    path: "/panel/work-orders",
    heading: "Work Orders",
    opens: [...MANAGERS, "lead-technician", "technician"],
    makes: true,
  },
  {
    name: "Support Tickets",
    path: "/panel/tickets",
    heading: "Support Tickets",
    opens: [...MANAGERS, "support"],
    makes: true,
  },
  { name: "Leads", path: "/panel/leads", heading: "Leads", opens: [...MANAGERS, "sales"], makes: true },
  { name: "Clients", path: "/panel/clients", heading: "Clients", opens: [...MANAGERS, "sales"], makes: true },
  { name: "Reports", path: "/panel/reports", heading: "Reports", opens: [...MANAGERS, "support", "lead-technician"] },
  { name: "Users", path: "/panel/users", heading: "User Management", opens: MANAGERS, makes: true },
  { name: "Settings", path: "/panel/settings", heading: "Settings", opens: MANAGERS },
];

/** From now on the phone reads its visits as where letters leave by mail: from the journeys' servers none does. */
export async function mailing(page: Page) {
  await page.route("**/api/panel/own-visits?*", async (route) => {
    const answer = await route.fetch();
    const visits: object[] = await answer.json();
    await route.fulfill({ response: answer, json: visits.map((visit) => ({ ...visit, tellsClient: true })) });
  });
}
