// Your Account: a window over any screen, with more forms than one.
import type { Page } from "@playwright/test";
import { OUTSIDE } from "./focus";
import { expect, test } from "./staff";

const account = (page: Page) => page.getByRole("dialog", { name: "Your Account" });

for (const open of ["click", "press"] as const)
  test(`takes the focus, opened by ${open}`, async ({ page, open: go }) => {
    await go("/panel", "Welcome");
    const opener = page.getByRole("button", { name: "Your Account" });
    await (open === "click" ? opener.click() : opener.press("Enter"));
    await expect(account(page).getByLabel("First Name")).toBeFocused();
  });

test("the control: a window that leaves the focus behind it is found", async ({ page, open, complaints }) => {
  await open("/panel", "Welcome");
  await page.evaluate(() => {
    const left = document.createElement("div");
    left.role = "dialog";
    left.ariaModal = "true";
    left.textContent = "Left behind";
    document.body.append(left);
  });
  await expect.poll(() => complaints.splice(0)).toEqual([`${OUTSIDE}: Left behind`]);
});

test("a field that was only passed by has no fault, one that was emptied has", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.getByRole("button", { name: "Your Account" }).click();
  const present = account(page).getByLabel("Current Password");
  await present.focus();
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
  await expect(account(page).getByRole("button", { name: "Change Password" })).toBeFocused();
  await expect(account(page).getByText("Password is required")).toHaveCount(0);
  await present.fill("x");
  await present.fill("");
  await present.press("Tab");
  await expect(account(page).getByText("Password is required")).toBeVisible();
  await account(page).getByRole("button", { name: "Change Password" }).click();
  await expect(account(page).getByText("Password must be at least 8 characters")).toBeVisible();
});
