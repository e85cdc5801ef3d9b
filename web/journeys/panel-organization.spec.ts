// The organization in Settings: its facts, which visitors read a moment later, and why leads are lost, a list that is added to,
// put in order by keys, reworded, retired, and each taken back.
import { inEveryDress } from "./dress";
import { expect, fresh, test, toast } from "./staff";

test.describe("whoever may edit the configuration", () => {
  test.use({ account: "admin", contextOptions: { reducedMotion: "reduce" } });

  test("changes the phone number that visitors read, and takes it back", async ({ page, open, browser }) => {
    await open("/panel/settings?tab=organization", "Organization");
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Contact" }) });
    await expect(card.getByText("(555) 555-0142")).toBeVisible();
    await card.getByRole("button", { name: "Edit Contact" }).click();
    await page.getByRole("dialog").getByLabel("Phone").fill("(212) 555-0199");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Contact saved. The website follows within seconds")).toBeVisible();
    await expect(card.getByText("(212) 555-0199")).toBeVisible();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto("/support");
    await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "(212) 555-0199" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card.getByText("(555) 555-0142")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "(555) 555-0142" })).toBeVisible();
  });

  test("keeps the reasons for lost leads", async ({ page, open }) => {
    const reason = fresh("Reason");
    await open("/panel/settings?tab=organization", "Organization");
    const fields = page.getByRole("textbox", { name: /^Reason \d+$/ });
    await expect(fields.first()).toHaveValue("Price");
    const last = await fields.count();
    await page.getByLabel("New reason").fill(reason);
    await page.keyboard.press("Enter");
    await expect(fields.nth(last)).toHaveValue(reason);
    await fields.nth(last).press("Alt+ArrowUp");
    await expect(fields.nth(last - 1)).toHaveValue(reason);
    await expect(fields.nth(last - 1)).toBeFocused();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(fields.nth(last)).toHaveValue(reason);
    await expect(fields.nth(last)).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.type(" too");
    await page.keyboard.press("Enter");
    await expect(toast(page, `${reason} is now called ${reason} too`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(fields.nth(last)).toHaveValue(reason);
    const retire = page.getByRole("button", { name: `Retire ${reason}` });
    await retire.click();
    await expect(toast(page, `${reason} is offered no more`)).toBeVisible();
    await expect(fields).toHaveCount(last);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(fields.nth(last)).toHaveValue(reason);
    await retire.click();
    await expect(page.getByRole("button", { name: `Bring back ${reason}` })).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
  });

  test("keeps the checklist of a kind of job", async ({ page, open }) => {
    const line = fresh("Line");
    await open("/panel/settings?tab=organization", "Organization");
    const list = page.getByRole("region", { name: "Checklist of inspections" });
    await list.getByLabel("New line").fill(line);
    await page.keyboard.press("Enter");
    const required = list.getByRole("checkbox", { name: `Required: ${line}` });
    await expect(required).not.toBeChecked();
    await required.check();
    await expect(toast(page, `${line}: saved`)).toBeVisible();
    const by = list.getByLabel(`What does it: ${line}`);
    await by.selectOption("Done by an After photo");
    const saved = async () => {
      const items = await (await page.request.get("/api/panel/checklist-items")).json();
      return items.find(({ words }: { words: string }) => words === line);
    };
    await expect.poll(saved).toMatchObject({ kind: "inspection", required: true, photo: "after" });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(by).toHaveValue("");
    await list.getByRole("button", { name: `Retire ${line}` }).click();
    await expect(list.getByRole("button", { name: `Bring back ${line}` })).toBeVisible();
  });

  test("sees on a phone which part is shown", async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/panel/settings?tab=mail", "Mail");
    await expect(page.getByRole("tab", { name: "Mail" })).toBeInViewport({ ratio: 0.95 });
    await page.getByRole("tab", { name: "Settings" }).click();
    await expect(page.getByRole("tab", { name: "Settings" })).toBeInViewport({ ratio: 0.95 });
  });
});

test("a manager who may not is told so", async ({ page, open }) => {
  await open("/panel/settings?tab=organization", "No access");
  await expect(page.getByRole("tab", { name: "Organization" })).toHaveCount(0);
});
