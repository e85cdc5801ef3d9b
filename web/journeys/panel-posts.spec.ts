// A post is written, looked at, published and read; what is changed later waits; and it is taken back.
import { inEveryDress } from "./dress";
import { expect, fresh, PHOTO, test, toast } from "./staff";

test.describe("whoever may edit the configuration", () => {
  test.use({ account: "admin", contextOptions: { reducedMotion: "reduce" } });

  test("writes a post that visitors read", async ({ page, open, request }) => {
    const title = fresh("How dusk falls");
    await open("/panel/settings?tab=posts", "Posts");
    await page.getByRole("button", { name: "New Post" }).click();
    const dialog = page.getByRole("dialog", { name: "New Post" });
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("button", { name: "Save Draft" }).click();
    await expect(toast(page, "Post created successfully")).toBeVisible();
    await page.getByRole("button", { name: `Edit ${title}` }).click();
    const form = page.getByRole("dialog", { name: "Edit Post" });
    await form.getByLabel("Excerpt").fill("An evening, hour by hour");
    await form.getByLabel("Category").selectOption("Technology");
    await form
      .getByLabel("Text")
      .fill("## At six\n\nThe sky is *orange*, and the first lights come on.\n\n- warm\n- white");
    await form.getByLabel("Choose Picture: file").setInputFiles(PHOTO);
    await expect(form.getByRole("button", { name: "Change Picture" })).toBeVisible();
    await form.getByRole("button", { name: "Preview" }).click();
    const preview = form.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("heading", { name: "At six" })).toBeVisible();
    await expect(preview.getByRole("listitem")).toHaveText(["warm", "white"]);
    expect(await inEveryDress(page)).toEqual([]);
    await form.getByRole("button", { name: "Write" }).click();
    await form.getByRole("button", { name: "Save Changes" }).click();
    await expect(form).toHaveCount(0);

    await page.getByRole("button", { name: `Publish ${title}` }).click();
    await expect(toast(page, `${title} is published`)).toBeVisible();
    const address = (await page.getByRole("link", { name: `Read ${title} on the blog` }).getAttribute("href")) ?? "";
    const shown = await (await request.get(address)).text();
    expect(shown).toContain("<h3>At six</h3>");
    expect(shown).toContain("<em>orange</em>");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, `${title} is a draft again`)).toBeVisible();
    expect(await (await request.get(address)).text()).not.toContain("<h3>At six</h3>");
  });
});

test("a manager who may not is told so", async ({ page, open }) => {
  await open("/panel/settings?tab=posts", "No access");
  await expect(page.getByRole("tab", { name: "Posts" })).toHaveCount(0);
});
