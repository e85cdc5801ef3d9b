// The thread that runs through the whole house: a visitor's message becomes a lead under the hands of a sales representative.
import { expect, fresh, test, toast } from "./staff";

test.use({ account: null });

test("an enquiry travels from a visitor to a member of staff @both", async ({ page, visit }) => {
  test.slow();
  const name = fresh("Robin");
  const words = `Please tell me what lighting our porch would cost. ${name}`;

  await visit("/");
  await expect(page.getByRole("heading", { level: 1, name: "Illuminate Your World, Year-Round" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Support" }).click();
  await expect(page).toHaveURL("/support");
  const form = page.getByRole("main").locator("form").filter({ hasText: "Message" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Email").fill("o'robin!1/a@example.com");
  await form.getByLabel("Message").fill(words);
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(toast(page, "Message sent!")).toBeVisible();

  await page.goto("/login");
  await page.getByLabel("Email").fill("sales@duskline.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/login/staff");
  await page.getByLabel("Password", { exact: true }).fill(process.env.JOURNEY_PASSWORD ?? "");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL("/panel");
  const leads = page
    .locator("[data-slot=card]")
    .filter({ has: page.getByRole("link", { name: "Leads", exact: true }) });
  await expect(leads).toContainText(/Total\d+/);
  const total = Number(/Total(\d+)/.exec((await leads.textContent()) ?? "")?.[1]);
  const contacted = Number(/Contacted(\d+)/.exec((await leads.textContent()) ?? "")?.[1]);

  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Leads" }).click();
  await page.getByRole("tab", { name: "Inbox" }).click();
  await page.getByLabel("Search messages").fill(name);
  const message = page.getByRole("listitem").filter({ hasText: words });
  await message.getByRole("button", { name: "Make Lead" }).click();
  await expect(toast(page, "Lead created successfully")).toBeVisible();
  await expect(message).toBeHidden();

  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByLabel("Search leads").fill(name);
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Lead" });
  await expect(dialog.getByLabel("Notes")).toHaveValue(words);
  await dialog.getByLabel("Status").selectOption("contacted");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Lead updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(leads).toContainText(`Total${total + 1}`);
  await expect(leads).toContainText(`Contacted${contacted + 1}`);

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL("/login");
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});
