// A branch is opened, gets its hours by a few presses, is deactivated and put back; a time zone is found by typing. ZIP codes are
// checked before they are given, moved on request, and put back.
import { expect, test, toast } from "./staff";

test.use({ account: "admin" });

test("a branch is opened, kept and closed @both", async ({ page, open }) => {
  await open("/panel/settings?tab=branches", "Branches");
  await page.getByRole("button", { name: "New Branch" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Harbor");
  await dialog.getByLabel("Region").selectOption({ index: 1 });
  await dialog.getByLabel("Address", { exact: true }).fill("1 Harbor Way");
  const zone = dialog.getByLabel("Time zone");
  await zone.fill("honolulu");
  await expect(page.getByRole("option", { name: "Honolulu" })).toHaveText(["Pacific/Honolulu"]);
  await zone.press("Enter");
  for (const day of ["Monday", "Tuesday"]) await dialog.getByRole("checkbox", { name: day }).check();
  await dialog.getByLabel("Monday closes").fill("17:00");
  await dialog.getByRole("button", { name: "Open Branch" }).click();
  await expect(toast(page, "Branch created successfully")).toBeVisible();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Harbor" }) });
  await expect(card).toContainText("Mon 8 AM-5 PM, Tue 8 AM-6 PM");
  await expect(card).toContainText("Pacific/Honolulu");

  await card.getByRole("button", { name: "Edit Harbor" }).click();
  await dialog.getByRole("button", { name: "Deactivate Branch" }).click();
  await expect(toast(page, "Harbor is inactive")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Activate Branch" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Harbor is active")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete Branch" }).click();
  await expect(toast(page, "Harbor is deleted")).toBeVisible();
  await expect(card).toBeHidden();

  await page.getByRole("button", { name: "Edit Cleveland" }).click();
  await expect(dialog.getByRole("link", { name: /open leads?$/ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Deactivate Branch" })).toBeHidden();
});

test("ZIP codes are checked, given, moved and put back @both", async ({ page, open }) => {
  const holder = async (zip: string): Promise<string> => {
    const rows = await (await page.request.get(`/api/panel/zip-codes?zip=${zip}`)).json();
    return rows[0]?.branchId ?? "nobody";
  };
  await open("/panel/settings?tab=zip-codes", "ZIP Codes");
  await page.getByRole("button", { name: "Add ZIP Codes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Branch", { exact: true }).selectOption({ label: "Cleveland" });
  const file = {
    name: "zips.csv",
    mimeType: "text/csv",
    buffer: Buffer.from('ZIP\n99901-1234\n2134,2135\n43201\n=HYPERLINK("x")\n'),
  };
  await dialog.getByLabel("Choose CSV File: file").setInputFiles(file);
  await dialog.getByRole("button", { name: "Check" }).click();
  const report = dialog.getByRole("region", { name: "What will happen" });
  await expect(report).toContainText("ZIP code 99901 will be added");
  await expect(report).toContainText("Line 3: 2134,2135. Spreadsheets drop zeros");
  await expect(report).toContainText("Line 5: =HYPERLINK");
  const before = await holder("43201");
  await report.getByLabel("Move these here from other branches: ZIP code 43201 from Columbus").check();
  await dialog.getByRole("button", { name: "Add 2 ZIP Codes" }).click();
  await expect(toast(page, "Cleveland now serves 2 ZIP codes")).toBeVisible();
  expect(await holder("43201")).toBe(await holder("99901"));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Put back")).toBeVisible();
  expect([await holder("43201"), await holder("99901")]).toEqual([before, "nobody"]);
});
