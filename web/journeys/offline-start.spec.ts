// The panel opens without a network for whoever was signed in, and for nobody else; a deployment takes nothing from open tabs.
import type { Page } from "@playwright/test";
import { test as online } from "@playwright/test";
import { Line, test } from "./line";
import { expect, signIn, toast } from "./staff";

const WORK = "/panel/work-orders";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Work Orders" });

/** Until the worker has everything it keeps. */
const settled = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");

async function begin(page: Page, account = "technician") {
  await signIn(page, account);
  await page.goto(WORK);
  await expect(heading(page)).toBeVisible();
  await settled(page);
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });

test("the panel opens without a network, and the answers of calls are not what is kept", async ({ page, line }) => {
  await begin(page);
  await page.reload(); // by now the worker hands on everything
  await expect(heading(page)).toBeVisible();
  const paths = await kept(page);
  expect(paths).toContain("/panel");
  expect(paths.filter((path) => !/^\/(assets\/|panel$|login$)/.test(path))).toEqual([]);
  line.drop();
  await page.goto(WORK);
  await expect(heading(page)).toBeVisible();
  await expect(toast(page, "Unauthorized")).toHaveCount(0);
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/assets/"))
      .map((entry) => Reflect.get(entry, "workerFinalSourceType")),
  );
  expect(sources).toContain("cache"); // taken by the browser alone, without the worker's script
  await page.goto("/panel/WORK-ORDERS/?view=list");
  await expect(heading(page)).toBeVisible();
  await expect(page.goto("/about")).rejects.toThrow(); // the site is not the worker's
});

online.describe("without the worker, the control:", () => {
  online.use({ serviceWorkers: "block" });
  online("nothing opens", async ({ page }, { project }) => {
    const line = new Line(project.use.baseURL ?? "");
    await line.open();
    await signIn(page, "technician");
    await page.goto(line.url + WORK);
    await expect(heading(page)).toBeVisible();
    line.drop();
    await expect(page.goto(line.url + WORK)).rejects.toThrow();
    line.close();
  });
});

test("a server that says nobody is signed in is believed, and one that is down is not asked twice", async ({
  page,
  line,
}) => {
  await begin(page);
  line.answer("/api/auth/user", (response) => response.writeHead(503).end());
  await page.goto(WORK);
  await expect(heading(page)).toBeVisible();
  line.answer("/api/auth/user", null);
  await page.request.post("/api/auth/logout"); // as another device may end it
  await page.goto(WORK);
  await expect(toast(page, "Unauthorized")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  line.drop();
  await page.goto(WORK);
  await expect(page.getByText("The service cannot be reached")).toBeVisible();
});

test("a server that never answers is waited for some seconds", async ({ page, line }) => {
  await begin(page);
  line.cut("hangs", () => true);
  await page.goto(WORK);
  await expect(heading(page)).toBeVisible();
});

test("whoever logs out without a network is let in no more, and the server hears of it first", async ({
  page,
  line,
}) => {
  await begin(page);
  line.drop();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("You are not logged out yet")).toBeVisible();
  await page.goto(WORK);
  await expect(page.getByText("You are not logged out yet")).toBeVisible();
  line.asked.length = 0;
  line.mend(); // asked again by itself, within seconds
  await expect(toast(page, "You are logged out.")).toBeVisible({ timeout: 10_000 });
  await expect(page).toHaveURL("/login");
  const calls = line.asked.filter((call) => call.includes("/api/"));
  expect(calls[0]).toBe("POST /api/auth/logout");
});

/** From now on the server has another build, with a worker of its own. */
async function deploy(page: Page, line: Line) {
  const script = await (await page.request.get("/sw.js")).text();
  const other = script.replace(/const files = .*?;/, 'const files = ["/favicon.svg"];').replace(/\$\{ours\}/, "$&new-");
  line.answer("/sw.js", (response) => response.writeHead(200, { "content-type": "text/javascript" }).end(other));
}

test("after a deployment an open tab goes on with what it has, and the new worker waits", async ({ page, line }) => {
  await begin(page);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await deploy(page, line);
  const loaded = (await kept(page)).filter((path) => path.startsWith("/assets/"));
  for (const path of loaded) line.answer(path, (response) => response.writeHead(404).end());
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting?.state === "installed");
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  expect(await controller()).toBe("activated");
  await page.reload(); // a tab of the old build, in a document of the old build
  await expect(heading(page)).toBeVisible();
});

test("the switch takes the worker out of the browser", async ({ page, line }) => {
  await begin(page);
  const off = await page.request.get("/sw-off.js");
  expect(off.headers()["content-security-policy"]).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  const script = await off.text();
  line.answer("/sw.js", (response) => response.writeHead(200, { "content-type": "text/javascript" }).end(script));
  await page.goto(WORK);
  await expect(heading(page)).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]),
    )
    .toEqual([0, 0]);
  line.drop();
  await expect(page.goto(WORK)).rejects.toThrow();
});
