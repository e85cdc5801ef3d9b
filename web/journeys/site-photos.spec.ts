// What a visitor keeps and sends along: photos, the street, a good time, and the number that comes back.
import type { Locator, Page, Route } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect, fresh, signIn, test as staffTest } from "./staff";

const test = staffTest.extend<object>({ account: null });

test.use({ permissions: ["clipboard-read", "clipboard-write"], contextOptions: { reducedMotion: "reduce" } });

const NUMBER = /[0-9A-Z]{4}-[0-9A-Z]{4}/;
const PATH = "**/api/visitor-photos";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Your Free Quote" });
const message = (page: Page) => page.locator("#contact form");
const chosen = (form: Locator) => form.getByRole("img", { name: /^Photo \d$/ });

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of this site as a camera would have it: 480 by 360 pixels that are to be turned upright, and too many bytes. */
async function turned(page: Page, name = "porch.jpg"): Promise<Picture> {
  const plain = await (await page.request.get("/img/barn-party-480.jpg")).body();
  const orientation = "ffe1002245786966000049492a0008000000010012010300010000000600000000000000";
  const bytes = [plain.subarray(0, 2), Buffer.from(orientation, "hex"), plain.subarray(2), Buffer.alloc(1_500_000)];
  return { name, mimeType: "image/jpeg", buffer: Buffer.concat(bytes) };
}

async function plain(page: Page, name = "gable.jpg"): Promise<Picture> {
  return { name, mimeType: "image/jpeg", buffer: await (await page.request.get("/img/boutique-hotel-480.jpg")).body() };
}

/** Lets the call be done, and loses its answer. */
async function loseAnswer(route: Route) {
  await route.fetch();
  await route.abort("connectionreset");
}

async function toDetails(page: Page, { name, email }: { name: string; email: string }) {
  await page.getByRole("main").getByRole("button", { name: "Get Your Free Quote" }).click();
  const form = dialog(page);
  await form.getByLabel("ZIP code").fill("43215");
  await form.getByRole("button", { name: "See My Range" }).click();
  await form.getByRole("button", { name: "Get My Written Quote" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(email);
  await page.clock.fastForward(10_000); // nobody fills it in as fast as a test does
  return form;
}

async function write(page: Page, name: string, words: string) {
  await message(page).getByLabel("Name", { exact: true }).fill(name);
  await message(page).getByLabel("Email").fill("robin@example.com");
  await message(page).getByLabel("Message").fill(words);
}

const someone = () => {
  const name = fresh("Robin");
  return { name, email: `${name.replace(" ", "-").toLowerCase()}@example.com` };
};

interface Told {
  source: string;
  photos: string[];
  words: string | null;
}

/** The leads of an address, with what visitors sent as the panel tells it. */
async function threadsOf(page: Page, email: string) {
  await signIn(page, "admin");
  const leads = await (await page.request.get(`/api/panel/leads?q=${encodeURIComponent(email)}`)).json();
  return Promise.all(
    leads.map(async (lead: { id: string; address: string }) => {
      const { timeline } = await (await page.request.get(`/api/panel/leads/${lead.id}/record`)).json();
      return { ...lead, events: timeline.events as Told[] };
    }),
  );
}

/** How large the staff sees a photo. */
const sizeOf = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, address);

test("a request takes the street, a time and two photos, and gives a number that stays @both", async ({
  page,
  visit,
}) => {
  const person = someone();
  await page.clock.install();
  await visit("/");
  const form = await toDetails(page, person);
  await form.getByLabel("Street address").fill("12 Roof Row");
  await form.getByLabel("Best time to reach you").selectOption("Evening");
  await form.getByLabel("Photos", { exact: true }).setInputFiles([await turned(page), await plain(page)]);
  await expect(chosen(form)).toHaveCount(2);
  const upload = page.waitForRequest(PATH);
  await form.getByRole("button", { name: "Request My Quote" }).click();
  await expect(form.getByText("Your 2 photos have arrived.")).toBeVisible();
  expect((await (await upload).sizes()).requestBodySize).toBeLessThan(300_000);
  const number = NUMBER.exec((await form.textContent()) ?? "")?.[0] ?? "";
  await form.getByRole("button", { name: `Copy reference number ${number}` }).click();
  await expect(form.getByRole("button", { name: `Copied reference number ${number}` })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  await form.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  await expect(form).toContainText(number);

  const [lead, ...others] = await threadsOf(page, person.email);
  expect(others).toEqual([]);
  expect(lead.address).toBe("12 Roof Row, 43215");
  const [request] = lead.events.filter(({ source }: Told) => source === "request");
  const sizes = await Promise.all(request.photos.map((address: string) => sizeOf(page, address)));
  expect(sizes).toEqual([
    [360, 480], // upright
    [480, 360],
  ]);
});

test("a second message from the same browser joins the request, one from another does not @both", async ({
  page,
  visit,
  browser,
  baseURL,
}) => {
  const person = someone();
  await page.clock.install();
  await visit("/");
  const form = await toDetails(page, person);
  await form.getByRole("button", { name: "Request My Quote" }).click();
  await expect(form).toContainText("Request received");
  await visit("/support");
  await write(page, person.name, `Could you come on Friday? ${person.name}`);
  await message(page).getByRole("button", { name: "Send Message" }).click();
  await expect(message(page)).toContainText(NUMBER);
  const elsewhere = await browser.newPage({ baseURL });
  await elsewhere.goto("/support");
  await write(elsewhere, person.name, `I am somebody else. ${person.name}`);
  await message(elsewhere).getByRole("button", { name: "Send Message" }).click();
  await expect(message(elsewhere)).toContainText(NUMBER);
  await elsewhere.close();

  const [lead] = await threadsOf(page, person.email);
  const words = lead.events.filter(({ source }: Told) => source === "message").map((event: Told) => event.words);
  expect(words).toEqual([`Could you come on Friday? ${person.name}`]);
});

test("a message takes photos, keeps its number, and nothing on the page moves meanwhile", async ({ page, visit }) => {
  const { name } = someone();
  await visit("/support");
  await write(page, name, "The left gable stays dark since Friday.");
  await message(page)
    .getByLabel("Photos", { exact: true })
    .setInputFiles([await plain(page), await plain(page)]);
  await expect(chosen(message(page))).toHaveCount(2);
  expect(await inEveryDress(page)).toEqual([]);
  await page.evaluate(() => {
    const moved: number[] = [];
    const note = (list: PerformanceObserverEntryList) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) moved.push(shift.value);
    };
    new PerformanceObserver(note).observe({ type: "layout-shift" });
    Object.assign(window, { moved });
  });
  await page.route(PATH, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700)); // longer than a press excuses what moves
    await route.continue();
  });
  await message(page).getByRole("button", { name: "Send Message" }).click();
  await expect(message(page).getByText(/^Sending photo 1 of 2/)).toBeVisible();
  await expect(message(page).getByText("Your 2 photos have arrived.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moved: number[] }).moved)).toEqual([]);
  const number = NUMBER.exec((await message(page).textContent()) ?? "")?.[0] ?? "";
  await page.reload();
  await message(page).scrollIntoViewIfNeeded();
  await expect(message(page)).toContainText(number);
  expect(await inEveryDress(page)).toEqual([]);
});

test("photos that were chosen and not sent are missed after a reload, once", async ({ page, visit }) => {
  const lost = "The 2 photos you chose were not kept when you left the page. Please choose them again.";
  await visit("/support");
  const form = message(page);
  await form.getByLabel("Photos").setInputFiles([await plain(page), await turned(page)]);
  await expect(chosen(form)).toHaveCount(2);
  await visit("/support");
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByText(lost)).toBeVisible();
  await visit("/support");
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByText("Only our staff see them.")).toBeVisible();
  await expect(form.getByText(lost)).toHaveCount(0);
});

test("a photo that cannot be sent says why, and the others stay", async ({ page, visit }) => {
  await visit("/support");
  const form = message(page);
  const photos = form.getByLabel("Photos", { exact: true });
  await photos.setInputFiles([await plain(page)]);
  await expect(chosen(form)).toHaveCount(1);
  await photos.setInputFiles([{ name: "IMG_1.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") }]);
  await expect(form.getByText("IMG_1.HEIC was not added. Please select a valid image file (JPEG")).toBeVisible();
  await photos.setInputFiles([{ name: "torn.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") }]);
  await expect(form.getByText("torn.jpg was not added: it cannot be opened.")).toBeVisible();
  await expect(chosen(form)).toHaveCount(1);
  await photos.setInputFiles(await Promise.all(["1", "2", "3", "4", "5"].map((name) => plain(page, `${name}.jpg`))));
  await expect(form.getByText("Five photos are enough. The others were left out.")).toBeVisible();
  await expect(chosen(form)).toHaveCount(5);
  await expect(photos).toHaveCount(0);
  await form.getByRole("button", { name: "Remove photo 5" }).press("Enter");
  await expect(chosen(form)).toHaveCount(4);
  await expect(photos).toBeFocused();
});

test.describe("when answers are lost", () => {
  test.use({ forgive: /Failed to load resource/ });

  test("the request and its photos are sent again, and kept once @both", async ({ page, visit }) => {
    const person = someone();
    await page.clock.install();
    await page.route("**/api/quotes", loseAnswer, { times: 1 });
    await page.route(PATH, loseAnswer, { times: 1 });
    await visit("/");
    const form = await toDetails(page, person);
    await form.getByLabel("Photos", { exact: true }).setInputFiles([await plain(page)]);
    await expect(chosen(form)).toHaveCount(1);
    await form.getByRole("button", { name: "Request My Quote" }).click();
    await expect(form.getByRole("alert")).toHaveText(/^No answer came back/);
    await expect(form.getByLabel("Name")).toHaveValue(person.name);
    await expect(chosen(form)).toHaveCount(1);
    await form.getByRole("button", { name: "Request My Quote" }).click();
    await expect(form).toContainText("Request received");
    await expect(form.getByText(/^A photo did not arrive/)).toBeVisible();
    await page.keyboard.press("Escape"); // asks: the photo would be left behind
    await page.getByRole("button", { name: "Keep editing" }).click();
    await form.getByRole("button", { name: "Send photo 1 again" }).click();
    await expect(form.getByText("Your photo has arrived.")).toBeVisible();
    const threads = await threadsOf(page, person.email);
    expect(threads).toHaveLength(1);
    const requests = threads[0].events.filter(({ source }: Told) => source === "request");
    expect(requests.map(({ photos }: Told) => photos.length)).toEqual([1]);
  });
});
