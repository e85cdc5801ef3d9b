// The time zones of the branches: found by typing, saved with a press, put back from the notice.
import { expect, test, toast } from "./staff";

test.use({ account: "regional" });

interface Branch {
  id: string;
  name: string;
  timeZone: string;
}

test("a branch gets another time zone, and its own back @both", async ({ page, open }) => {
  const branches: Branch[] = await (await page.request.get("/api/panel/branches")).json();
  const zoneOf = async (id: string) => {
    const rows: Branch[] = await (await page.request.get("/api/panel/branches")).json();
    return rows.find((row) => row.id === id)?.timeZone;
  };
  const [{ id, name, timeZone } = {} as Branch] = branches;
  await open("/panel/settings?tab=branches", "Branches");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(branches.map((branch) => branch.name));
  const field = page.getByRole("listitem").filter({ hasText: name }).getByLabel("Time zone");
  await field.click();
  await field.fill("honolulu");
  await expect(page.getByRole("option")).toHaveText(["Pacific/Honolulu"]);
  await field.press("Enter");
  await expect(toast(page, `${name} now uses Pacific/Honolulu time`)).toBeVisible();
  await expect(field).toHaveValue("Pacific/Honolulu");
  expect(await zoneOf(id)).toBe("Pacific/Honolulu");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Time zone put back")).toBeVisible();
  await expect(field).toHaveValue(timeZone.replaceAll("_", " "));
  expect(await zoneOf(id)).toBe(timeZone);
  await field.fill("nowhere");
  await expect(page.getByText("No time zone matches.")).toBeVisible();
  await field.press("Escape");
  await expect(field).toHaveValue(timeZone.replaceAll("_", " "));
});
