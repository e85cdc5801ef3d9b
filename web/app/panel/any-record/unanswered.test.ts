import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendAfterOwn } from "~/api/own-changes";
import { UNANSWERED } from "~/forms/form";
import { session } from "~/lib/storage";
import { asks } from "~/ui/unsaved";
import { dropDrafts } from "./draft";
import "./unanswered";

const fetch = vi.fn();
beforeEach(() => vi.stubGlobal("fetch", fetch));
afterEach(() => vi.unstubAllGlobals());

const write = (body: object) =>
  sendAfterOwn(
    new Request("https://panel.example/api/panel/activities", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

const SENT = { kind: "lead", words: 'Said "yes"', minutes: 15 };
const TYPED = { words: 'Said "yes" ', minutes: "15", outcome: "" };

test("words that are on their way or got no answer may be saved, until the same is answered", async () => {
  expect(asks.of?.(TYPED)).toBeUndefined();
  let lose = (_error: Error) => {};
  fetch.mockReturnValueOnce(new Promise((_, reject) => (lose = reject)));
  const lost = write(SENT);
  await vi.waitFor(() => expect(asks.of?.(TYPED)).toBe(UNANSWERED));
  expect(asks.of?.('Said "yes"')).toBe(UNANSWERED);
  lose(new TypeError("cut off"));
  await expect(lost).rejects.toThrow("cut off");
  expect(asks.of?.(TYPED)).toBe(UNANSWERED);
  for (const other of ["Said", { ...TYPED, words: 'Said "yes" twice' }, "", null])
    expect(asks.of?.(other)).toBeUndefined();
  fetch.mockResolvedValueOnce(new Response("{}", { status: 503 }));
  await expect(write(SENT)).rejects.toMatchObject({ status: 503 });
  expect(asks.of?.(TYPED)).toBe(UNANSWERED);
  fetch.mockResolvedValueOnce(new Response("{}"));
  await write(SENT);
  await vi.waitFor(() => expect(asks.of?.(TYPED)).toBeUndefined());
});

test("what has no answer goes with the drafts of its person", () => {
  const names = ["draft:ann:lead", "sent:ann", "draft:bob:lead", "sent:bob"] as const;
  for (const name of names) session.set(name, "{}");
  dropDrafts((person) => person === "ann");
  expect(names.filter((name) => session.get(name))).toEqual(["draft:bob:lead", "sent:bob"]);
});
