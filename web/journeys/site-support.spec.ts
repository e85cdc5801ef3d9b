// The support page: quick links, ten answers, the message to us, and the call for emergencies.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

const form = (page: Page) => page.locator("#contact form");
const toast = (page: Page) => page.locator("[data-slot=toast]");

/** Until nothing inside moves any more. */
const stillness = (part: Element) =>
  Promise.allSettled(part.getAnimations({ subtree: true }).map((move) => move.finished)).then(() => undefined);

test("ten questions open one at a time, by mouse and by keys", async ({ page, visit }) => {
  await visit("/support");
  const questions = page.locator("#questions h3 button");
  await expect(questions).toHaveCount(10);
  await questions.nth(2).click();
  await expect(questions.nth(2)).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("Press and hold the reset button for 10 seconds")).toBeVisible();
  await questions.nth(1).press("Enter");
  await expect(questions.nth(1)).toHaveAttribute("aria-expanded", "true");
  await expect(questions.nth(2)).toHaveAttribute("aria-expanded", "false");
  await questions.nth(1).press(" ");
  await expect(page.locator("#questions [aria-expanded=true]")).toHaveCount(0);
});

test("the quick links lead to the app, the warranty and the firmware", async ({ page, visit }) => {
  await visit("/support");
  const links = page.getByRole("navigation", { name: "Go Straight To" });
  await links.getByRole("link", { name: /Mobile App/ }).click();
  await expect(page.locator("#app button")).toHaveAttribute("aria-expanded", "true");
  await links.getByRole("link", { name: /Firmware Updates/ }).click();
  await expect(page.locator("#firmware button")).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("#firmware")).toBeInViewport();
  await expect(links.getByRole("link", { name: /Warranty Info/ })).toHaveAttribute("href", "/warranty");
});

test("a quick link works every time, wherever the answers stand", async ({ page, visit }) => {
  await visit("/support");
  const link = page.getByRole("navigation", { name: "Go Straight To" }).getByRole("link", { name: /Firmware Updates/ });
  const question = page.locator("#firmware button");
  // Answers that close slowly, as on a busy device, in a browser that keeps no place while they do, as Safari does not.
  await page.evaluate(() => {
    const slow = new CSSStyleSheet();
    const move = "transition-duration: 900ms !important; transition-timing-function: step-end !important";
    slow.replaceSync(`html { overflow-anchor: none } #questions * { ${move} }`);
    document.adoptedStyleSheets = [slow];
  });
  const another = async () => {
    await page.locator("#questions h3 button").nth(1).click();
    await page.locator("#questions").evaluate(stillness);
  };
  await another();
  for (const act of ["once", "after it was closed", "after another was opened", "while it is open"]) {
    if (act === "after it was closed") await question.click();
    if (act === "after another was opened") await another();
    await page.evaluate(() => scrollTo(0, 0));
    await link.click();
    await expect(question, act).toHaveAttribute("aria-expanded", "true");
    await page.locator("#questions").evaluate(stillness);
    await expect(question, act).toBeInViewport({ ratio: 1 });
    const bar = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    await expect.poll(async () => (await question.boundingBox())?.y ?? 0, { message: act }).toBeGreaterThanOrEqual(bar);
  }
});

test("a link from another page opens its answer", async ({ page, visit }) => {
  await visit("/support#app");
  await expect(page.locator("#app button")).toHaveAttribute("aria-expanded", "true");
});

test("the emergency button calls", async ({ page, visit }) => {
  await visit("/support");
  await expect(page.getByRole("link", { name: "Call Emergency Support" })).toHaveAttribute("href", /^tel:/);
});

test.describe("a message", () => {
  async function fillIn(page: Page) {
    await form(page).getByLabel("Name").fill("Robin Gale");
    await form(page).getByLabel("Email").fill("robin@example.com");
    await form(page).getByLabel("Message").fill("The left gable stays dark.");
  }

  test("is sent, confirmed, and the form is empty again @both", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let calls = 0;
    await page.route("**/api/contact", async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await visit("/support");
    await fillIn(page);
    await form(page).getByRole("button", { name: "Send Message" }).dblclick();
    await expect(form(page).getByRole("button", { name: "Sending..." })).toBeDisabled();
    answer();
    await expect(toast(page)).toContainText("Message sent!");
    await expect(toast(page)).toContainText("We'll get back to you as soon as possible.");
    for (const name of ["Name", "Email", "Phone", "Message"]) await expect(form(page).getByLabel(name)).toHaveValue("");
    expect(calls).toBe(1);
  });

  test("says under each field what is wrong and clears it once it is mended", async ({ page, visit }) => {
    await visit("/support");
    await form(page).getByLabel("Email").fill("robin@");
    await form(page).getByLabel("Message").fill("Dark.");
    await form(page).getByRole("button", { name: "Send Message" }).click();
    await expect(form(page).getByLabel("Name")).toBeFocused();
    for (const [field, message] of [
      ["Name", "Name must be at least 2 characters"],
      ["Email", "Please enter a valid email address"],
      ["Message", "Message must be at least 10 characters"],
    ] as const) {
      await expect(form(page).getByText(message)).toBeVisible();
      await expect(form(page).getByLabel(field)).toHaveAttribute("aria-invalid", "true");
      await expect(form(page).getByLabel(field)).toHaveAccessibleDescription(new RegExp(message));
    }
    await form(page).getByLabel("Name").fill("Robin");
    await expect(form(page).getByText("Name must be at least 2 characters")).toBeHidden();
    await expect(form(page).getByLabel("Message")).toHaveValue("Dark.");
  });

  test("is checked when a field is left", async ({ page, visit }) => {
    await visit("/support");
    await form(page).getByLabel("Email").fill("robin");
    await form(page).getByLabel("Message").focus();
    await expect(form(page).getByText("Please enter a valid email address")).toBeVisible();
  });

  test("what is typed before the page is alive stays", async ({ page }) => {
    await page.goto("/support", { waitUntil: "commit" });
    await form(page).getByLabel("Name").pressSequentially("Robin Gale");
    await page.waitForLoadState("networkidle");
    await form(page).getByLabel("Message").focus();
    await expect(form(page).getByLabel("Name")).toHaveValue("Robin Gale");
  });

  test("asks browsers for the right words", async ({ page, visit }) => {
    await visit("/support");
    for (const [field, words] of [
      ["Name", "name"],
      ["Email", "email"],
      ["Phone", "tel"],
    ] as const) {
      await expect(form(page).getByLabel(field)).toHaveAttribute("autocomplete", words);
    }
  });

  test.describe("without a server", () => {
    test.use({ forgive: /Failed to load resource/ });

    test("fails with words, inside the form too, and keeps everything", async ({ page, visit }) => {
      await page.route("**/api/contact", (route) => route.abort());
      await visit("/support");
      await fillIn(page);
      await form(page).getByRole("button", { name: "Send Message" }).click();
      await expect(toast(page)).toContainText("Something went wrong. Please try again.");
      await expect(form(page).getByRole("alert")).toHaveText(/What you typed is still here\. Try again/);
      await expect(form(page).getByLabel("Message")).toHaveValue("The left gable stays dark.");
    });
  });

  test.describe("sent to a server that fails the second time", () => {
    test.use({ forgive: /status of 500/ });
    const FAILED = "Something went wrong on our side. Please try again.";

    test("says in the form that it failed until the next attempt, and shows no number as if it had worked", async ({
      page,
      visit,
    }) => {
      await visit("/support");
      const alert = form(page).getByRole("alert");
      const number = form(page).getByText(/^Your message of/);
      const send = form(page).getByRole("button", { name: "Send Message" });
      await fillIn(page);
      await send.click();
      await expect(number).toBeVisible();
      await page.route("**/api/contact", (route) => route.fulfill({ status: 500, json: { error: FAILED } }), {
        times: 1,
      });
      await fillIn(page);
      await send.click();
      await expect(toast(page)).toContainText("Something went wrong. Please try again.");
      await page.getByRole("button", { name: "Close notification" }).click();
      await expect(toast(page)).toHaveCount(0);
      await expect(alert).toHaveText(FAILED);
      await expect(alert).toBeInViewport({ ratio: 1 });
      await expect(number).toBeHidden();
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/api/contact", async (route) => {
        await held;
        await route.fallback();
      });
      await send.click();
      await expect(form(page).getByRole("button", { name: "Sending..." })).toBeVisible();
      await expect(alert).toBeHidden();
      await expect(number).toBeHidden();
      answer();
      await expect(number).toBeVisible();
      await expect(alert).toBeHidden();
    });
  });

  test("keeps what is typed while it is sent, and says that this was not sent", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sent: string[] = [];
    await page.route("**/api/contact", async (route) => {
      sent.push(route.request().postDataJSON().message);
      await held;
      await route.fallback();
    });
    await visit("/support");
    await fillIn(page);
    const message = form(page).getByLabel("Message");
    await form(page).getByRole("button", { name: "Send Message" }).click();
    await message.press("End");
    await message.pressSequentially(" And the porch.");
    answer();
    const alert = form(page).getByRole("alert").filter({ hasText: "has not been sent" });
    await expect(alert).toBeVisible();
    await expect(form(page).getByText(/^Your message of/)).toBeVisible();
    await expect(message).toHaveValue("The left gable stays dark. And the porch.");
    await form(page).getByRole("button", { name: "Send Message" }).click();
    await expect(toast(page)).toContainText("Message sent!");
    await expect(message).toHaveValue("");
    expect(sent).toEqual(["The left gable stays dark.", "The left gable stays dark. And the porch."]);
  });

  test("lands in the inbox marked as an emergency when it is one", async ({ page, visit }) => {
    await visit("/support#emergency");
    await expect(form(page)).toContainText("This message will be marked as an emergency.");
    await fillIn(page);
    const call = page.waitForRequest("**/api/contact");
    await form(page).getByRole("button", { name: "Send Message" }).click();
    expect((await call).postDataJSON().topic).toBe("emergency");
    await expect(toast(page)).toContainText("Message sent!");
    await expect(form(page)).not.toContainText("This message will be marked as an emergency.");
    await fillIn(page);
    const next = page.waitForRequest("**/api/contact");
    await form(page).getByRole("button", { name: "Send Message" }).click();
    expect((await next).postDataJSON().topic).toBe("contact");
  });
});

const shown = {
  standing: "planned",
  visits: [
    { day: "2031-12-01", startMinute: 480, endMinute: 960 },
    { day: "2031-12-02", startMinute: null, endMinute: null },
  ],
  stand: "0123456789abcdef",
  place: "12 Sample Street",
  purpose: "install your lighting",
  reply: null,
  phone: "(614) 555-0101",
  hours: "Mon-Fri 8AM-8PM EST",
};

test("a link from a letter shows the visit, which is confirmed by one press", async ({ page, visit }) => {
  const sent: unknown[] = [];
  await page.route("**/api/visit-links", (route) => route.fulfill({ json: shown }));
  await page.route("**/api/visit-links/reply", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { ...shown, reply: { what: "confirmed", words: null } } });
  });
  await visit("/support?view=visit#a.b");
  const window = page.getByRole("dialog", { name: "Your Visit" });
  await expect(window.getByRole("listitem")).toHaveText([
    "Monday, December 1, 2031From 8:00 AM to 4:00 PM",
    "Tuesday, December 2, 2031Any time that day",
  ]);
  await window.getByRole("button", { name: "Yes, See You Then" }).press("Enter");
  await expect(window.getByRole("status")).toContainText("You have confirmed this visit");
  expect(sent).toEqual([{ link: "a.b", stand: shown.stand, what: "confirmed" }]);
  await page.keyboard.press("Escape");
  await expect(window).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
});

test("a client asks for another time, and no word is lost to an answer that does not come", async ({
  page,
  visit,
  complaints,
}) => {
  let answers = 0;
  await page.route("**/api/visit-links", (route) => route.fulfill({ json: shown }));
  await page.route("**/api/visit-links/reply", (route) => {
    answers += 1;
    if (answers === 1) return route.abort();
    if (answers === 2) return route.fulfill({ status: 409, json: { error: "Your visit has changed meanwhile." } });
    const { words } = route.request().postDataJSON();
    return route.fulfill({ json: { ...shown, reply: { what: "asked", words } } });
  });
  await visit("/support?view=visit#a.b");
  const window = page.getByRole("dialog", { name: "Your Visit" });
  await window.getByRole("button", { name: "Ask for Another Time" }).click();
  const words = window.getByRole("textbox", { name: "Which days or times suit you?" });
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByText("Please tell us which days or times suit you")).toBeVisible();
  await words.fill("Any Thursday");
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByRole("alert")).toBeVisible();
  await expect(words).toHaveValue("Any Thursday");
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByText("Your visit has changed meanwhile")).toBeVisible();
  await expect(words, "what was written is still there").toHaveValue("Any Thursday");
  await window.getByRole("button", { name: "Send" }).click();
  await expect(window.getByRole("status")).toContainText("“Any Thursday”");
  expect(complaints.splice(0)).toHaveLength(2);
});

/** From the answer on the visit stands so. */
async function changedMeanwhile(page: Page, standing: string) {
  let isChanged = false;
  await page.route("**/api/visit-links", (route) =>
    route.fulfill({ json: isChanged ? { ...shown, standing, visits: [] } : shown }),
  );
  await page.route("**/api/visit-links/reply", (route) => {
    isChanged = true;
    return route.fulfill({ status: 409, json: { error: "Your visit has changed meanwhile." } });
  });
}

for (const [standing, why] of Object.entries({ unplanned: "This visit was cancelled.", done: "This visit is over." })) {
  test.describe(`of a visit that is ${standing} meanwhile`, () => {
    test.use({ forgive: /status of 409/ });

    test.beforeEach(({ page }) => changedMeanwhile(page, standing));

    test("the words of an answer stay, beside why they were not taken", async ({ page, visit }) => {
      await visit("/support?view=visit#a.b");
      const window = page.getByRole("dialog", { name: "Your Visit" });
      await window.getByRole("button", { name: "Ask for Another Time" }).click();
      await window.getByRole("textbox", { name: "Which days or times suit you?" }).fill("Any Thursday");
      await window.getByRole("button", { name: "Send" }).click();
      const told = window.getByRole("alert");
      await expect(told).toContainText("Your answer was not taken");
      await expect(told).toContainText(why);
      await expect(told).toContainText("“Any Thursday”");
      await expect(told.getByRole("link", { name: shown.phone })).toBeVisible();
    });

    test("a confirmation says that it was not taken", async ({ page, visit }) => {
      await visit("/support?view=visit#a.b");
      const window = page.getByRole("dialog", { name: "Your Visit" });
      await window.getByRole("button", { name: "Yes, See You Then" }).click();
      await expect(window.getByRole("alert")).toContainText("Your answer was not taken");
      await expect(window.getByText("You wrote")).toHaveCount(0);
    });
  });
}

test("what a client types while an answer is sent stays, and is said to be unsent", async ({ page, visit }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/visit-links", (route) => route.fulfill({ json: shown }));
  await page.route("**/api/visit-links/reply", async (route) => {
    await held;
    await route.fulfill({ json: { ...shown, reply: { what: "asked", words: "Any Friday" } } });
  });
  await visit("/support?view=visit#a.b");
  const window = page.getByRole("dialog", { name: "Your Visit" });
  await window.getByRole("button", { name: "Ask for Another Time" }).click();
  const words = window.getByRole("textbox", { name: "Which days or times suit you?" });
  await words.fill("Any Friday");
  await window.getByRole("button", { name: "Send" }).click();
  await words.fill("Any Friday after nine");
  answer();
  await expect(window.getByRole("status")).toContainText("“Any Friday”");
  await expect(window.getByText("What you changed since then has not been sent.")).toBeVisible();
  await expect(words).toHaveValue("Any Friday after nine");
});

test("a link that no longer works says what to do", async ({ page, visit, complaints }) => {
  await visit("/support?view=visit#a.b");
  await expect(page.getByRole("dialog", { name: "Your Visit" })).toContainText("This link no longer works");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("404")]);
});
