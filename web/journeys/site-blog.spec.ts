// The blog: its filter, a post that opens over the list at an address of its own, and what stands there without posts.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

const cards = (page: Page) => page.getByRole("region", { name: "Blog" }).getByRole("article");

test("filters by category", async ({ page, visit, request }) => {
  const posts: { category: string }[] = await (await request.get("/api/blog")).json();
  await visit("/blog");
  await expect(cards(page)).toHaveCount(posts.length);
  for (const category of ["Installation Tips", "Design Ideas", "Technology", "Case Studies"]) {
    await page.getByRole("button", { name: category }).click();
    await expect(cards(page)).toHaveCount(posts.filter((post) => post.category === category).length);
  }
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(cards(page)).toHaveCount(posts.length);
});

test("Read More opens the post over the list; Back and Escape close it @both", async ({ page, visit, request }) => {
  const [post] = await (await request.get("/api/blog")).json();
  const { content } = await (await request.get(`/api/blog/${post.id}`)).json();
  const [first] = content.split("\n");
  await visit("/blog");
  const more = page.getByRole("link", { name: `Read More about ${post.title}` });
  await more.click();
  const dialog = page.getByRole("dialog", { name: post.title });
  await expect(dialog).toContainText(first.replace(/^## /, ""));
  await expect(page).toHaveURL(`/blog?post=${post.id}`);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/blog");
  await expect(more).toBeFocused();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test("the address of a post shows it on a page of its own", async ({ page, visit, request }) => {
  const [, post] = await (await request.get("/api/blog")).json();
  await visit(`/blog?post=${post.id}`);
  await expect(page.locator("h1")).toHaveText(post.title);
  await expect(page).toHaveTitle(new RegExp(`^${post.title.slice(0, 20)}`));
  await page.getByRole("link", { name: "Back to all posts" }).click();
  await expect(page).toHaveURL("/blog");
});

test("on its own page a post opens from its card too, and Back leads to the list", async ({ page, visit, request }) => {
  const [post] = await (await request.get("/api/blog")).json();
  await visit("/blog");
  await visit(`/blog?post=${post.id}`);
  const more = page.getByRole("link", { name: `Read More about ${post.title}` });
  for (const _ of ["once", "again"]) {
    await more.click();
    await expect(page.getByRole("dialog", { name: post.title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(more).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Notes from the Roofline" })).toBeVisible();
});

/** The page as it comes when the server had no posts to put in, or could not ask for them. */
async function arrive(page: Page, posts: "none" | "unknown") {
  const given = posts === "none" ? '"posts":[],"counts":{"posts":{}}' : '"unknown":0';
  await page.route("**/blog", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const original = await route.fetch();
    const [start = "", rest = ""] = (await original.text()).split('id="page">');
    const [json = "{}", ...end] = rest.split("</script>");
    const { posts: _, counts: __, ...data } = JSON.parse(json);
    const page = JSON.stringify(data).replace(/}$/, `,${given}}`);
    return route.fulfill({ response: original, body: `${start}id="page">${[page, ...end].join("</script>")}` });
  });
}

test.describe("posts that are not in the page", () => {
  // The page's own HTML was made with posts, so React says that it had to draw anew.
  test.use({ forgive: /#418|Failed to load resource/ });

  test("are fetched, with words while it lasts", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await arrive(page, "unknown");
    await page.route("**/api/blog", async (route) => {
      await held;
      await route.continue();
    });
    await visit("/blog");
    await expect(page.getByText("Loading blog posts...")).toBeVisible();
    answer();
    await expect(cards(page).first()).toBeVisible();
  });

  test("can be asked for again after a failure", async ({ page, visit }) => {
    await arrive(page, "unknown");
    await page.route("**/api/blog", (route) => route.abort(), { times: 1 });
    await visit("/blog");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(cards(page).first()).toBeVisible();
  });

  test("do not exist: the page says so", async ({ page, visit }) => {
    await arrive(page, "none");
    await visit("/blog");
    await expect(page.getByText("No blog posts available yet.")).toBeVisible();
  });
});
