// A client's letter about a visit, from the board that plans it to the answer: the letter leaves a real server, its link opens in a
// browser of the client's own, and what they answer stands beside the visit.
import type { Page } from "@playwright/test";
import { Mortal } from "./mortal";
import { Post } from "./post";
import { expect, fresh, make, signIn, test as staffTest } from "./staff";

const test = staffTest.extend<{ post: Post; server: Mortal }>({
  account: null,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
  post: async ({}, use) => {
    const post = await Post.opened();
    await use(post);
    post.close();
  },
  server: async ({ post }, use) => {
    const server = await Mortal.born(post.settings);
    await use(server);
    await server.bury();
  },
  baseURL: async ({ server }, use) => use(server.url),
});

test("a client opens the link in the letter, confirms the visit, and asks for another time after all", async ({
  browser,
  page,
  post,
  server,
}) => {
  test.slow();
  await signIn(page, "admin");
  const email = `${fresh("cleo").replace(" ", "-")}@example.com`;
  const client = await make(page, "clients", { name: "Cleo", email, address: "12 Letter Lane" });
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const order = await make(page, "work-orders", { clientId: client.id, title: "Lights", scheduledDate: day });
  await server.letVisitsBeDue();
  const letter = await post.letterTo(email);
  const link = letter.match(/http:\/\/\S+\/support\?view=visit#\S+/)?.[0] ?? "";
  expect(link, letter).toContain(server.url);

  const theirs: Page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await theirs.goto(link);
  const window = theirs.getByRole("dialog", { name: "Your Visit" });
  await expect(window).toContainText("12 Letter Lane");
  await theirs.route(
    "**/api/visit-links/reply",
    async (route) => {
      await route.fetch();
      await route.abort(); // the answer is lost
    },
    { times: 1 },
  );
  await window.getByRole("button", { name: "Yes, See You Then" }).click();
  await expect(window.getByRole("alert")).toHaveText("No answer came back. Please press again: it is saved only once.");
  await window.getByRole("button", { name: "Yes, See You Then" }).click();
  await expect(window.getByRole("status")).toContainText("You have confirmed this visit");
  expect(await replyOf(page, order.id)).toEqual({ what: "confirmed", words: null });

  await window.getByRole("button", { name: /another time/i }).click();
  await window.getByRole("textbox", { name: "Which days or times suit you?" }).fill("Any Thursday");
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByRole("status")).toContainText("“Any Thursday”");
  expect(await replyOf(page, order.id)).toEqual({ what: "asked", words: "Any Thursday" });
});

async function replyOf(page: Page, recordId: string) {
  const answer = await page.request.get(`/api/panel/visits?kind=work_order&recordId=${recordId}`);
  const [{ reply }] = await answer.json();
  return { what: reply?.what ?? null, words: reply?.words ?? null };
}
