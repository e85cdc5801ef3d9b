// An import by keys alone: rows are pasted, matched, corrected, made, shown, and taken back.
import { inEveryDress } from "./dress";
import { expect, fresh, test } from "./staff";

test.use({ account: "cleveland", contextOptions: { reducedMotion: "reduce" } });

test("pasted rows become leads, after what is wrong is corrected, and are taken back @both", async ({ page, open }) => {
  const word = fresh("Import").replaceAll(" ", "");
  await open("/panel/leads", "Leads");
  await page.getByRole("button", { name: "Import leads" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import leads" });
  await dialog
    .getByLabel("Or paste rows from a spreadsheet")
    .fill(`Who\tE-mail\tStage\n${word} Ann\t${word}.ann@import.example\tWon\n${word} Ben\tno address\t\n`);
  await dialog.getByRole("button", { name: "Use These Rows" }).press("Enter");

  await test.step("columns", async () => {
    await dialog.getByLabel("Who", { exact: true }).selectOption("Name");
    expect(await inEveryDress(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Check Rows" }).press("Enter");
  });

  await test.step("rows", async () => {
    await expect(dialog.getByText("1 lead will be imported, 1 row will be left out.")).toBeVisible();
    await dialog.getByLabel("Email").fill(`${word}.ben@import.example`);
    expect(await inEveryDress(page)).toEqual([]);
    await dialog.getByLabel("Email").press("Enter");
    await expect(dialog.getByText("2 leads will be imported.")).toBeVisible();
    await expect(dialog.getByText("No faults left.")).toBeVisible();
    await dialog.getByRole("button", { name: "Import 2 Rows" }).press("Enter");
  });

  await test.step("what came of it", async () => {
    await expect(dialog.getByRole("heading", { name: "2 leads imported." })).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Show Leads" }).press("Enter");
    await expect(page.getByText("Only what one import made is shown.")).toBeVisible();
    await expect(page.getByText(`${word} Ben`)).toBeVisible();
  });

  await test.step("and back", async () => {
    await page.getByRole("button", { name: "Import leads" }).press("Enter");
    await dialog.getByRole("button", { name: "Pasted rows" }).first().press("Enter");
    await dialog.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(dialog.getByText("This import was undone.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("No leads found.")).toBeVisible();
  });
});

test("a file that was read in another way than it is meant is read again", async ({ page, open }) => {
  await open("/panel/leads", "Leads");
  await page.getByRole("button", { name: "Import leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Import leads" });
  const rows = [
    "Spring fair;;",
    "Who;Where to write;Said",
    "Ann;ann@again.example;yes, soon",
    "Ben;ben@again.example;no",
  ];
  await dialog.getByLabel("Or paste rows from a spreadsheet").fill(rows.join("\n"));
  await dialog.getByRole("button", { name: "Use These Rows" }).click();
  await expect(dialog.getByLabel("Headings in").getByRole("option")).toHaveText([
    "No headings",
    "Row 1",
    "Row 2",
    "Row 3",
  ]);
  await dialog.getByLabel("Headings in").selectOption("Row 2");
  await expect(dialog.getByRole("row", { name: /^Where to write/ })).toContainText("ann@again.example");
  await expect(dialog.getByText("2 rows, UTF-8, cells separated by semicolons.")).toBeVisible();
  await dialog.getByLabel("Cells separated by").selectOption("Commas");
  await expect(dialog.getByText("cells separated by commas")).toBeVisible();
  await dialog.getByRole("button", { name: "Other File" }).click();
  await expect(dialog.getByLabel("Or paste rows from a spreadsheet")).toBeVisible();
});

test("rows behind a corrected one are shown as being compared until they are", async ({ page, open }) => {
  await open("/panel/leads", "Leads");
  await page.getByRole("button", { name: "Import leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Import leads" });
  const word = fresh("Alike").replaceAll(" ", "");
  const rows = ["Ann", "Ben", "Cy"].map((name) => `${word} ${name}\t${word}.${name}@import.example\t614 555 0141`);
  await dialog.getByLabel("Or paste rows from a spreadsheet").fill(["Name\tEmail\tPhone", ...rows].join("\n"));
  await dialog.getByRole("button", { name: "Use These Rows" }).click();
  await dialog.getByRole("button", { name: "Check Rows" }).click();
  await expect(dialog.getByText("1 lead will be imported, 2 rows will be left out.")).toBeVisible();
  let settling = true; // of three rows the server compares all at once
  await page.route(/\/api\/panel\/imports\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), settling } });
  });
  await dialog.getByRole("button", { name: /^Ready/ }).click();
  await dialog.getByRole("button", { name: "Edit row 2" }).click();
  await dialog.getByLabel("Phone").fill("614 555 0199");
  await dialog.getByRole("button", { name: "Save Row" }).click();
  await expect(dialog.getByText("2 leads will be imported, 1 row will be left out.")).toBeVisible();
  await expect(dialog.getByText(/^The rows behind the one that you corrected are being compared/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import 2 Rows" })).toBeDisabled();
  let asked = 0;
  await page.route(/\/api\/panel\/imports\/[^/]+\/rows/, async (route) => {
    asked += 1;
    await route.continue();
  });
  settling = false;
  await expect(dialog.getByText(/are being compared/)).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Import 2 Rows" })).toBeEnabled();
  await expect.poll(() => asked).toBeGreaterThan(0);
});
