import { afterEach, expect, test, vi } from "vitest";
import { local } from "~/lib/storage";
import { keepReference, lastReference, visitorKey } from "./visitor";

afterEach(() => {
  vi.useRealTimers();
  for (const key of local.keys("")) local.remove(key);
});

test("the key is made once, and is one that the server takes", () => {
  const key = visitorKey();
  expect(key).toMatch(/^[\w-]{22,64}$/);
  expect(visitorKey()).toBe(key);
});

test.each(["short", "k".repeat(65), "with a space in the middle of it"])("what is no key is replaced: %s", (broken) => {
  local.set("visitorKey", broken);
  expect(visitorKey()).toMatch(/^[0-9a-f]{32}$/);
});

test("a number is kept for ninety days, each kind by itself", () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z") });
  keepReference("quote", "7K2M-9QXA");
  expect(lastReference("quote")).toEqual({ number: "7K2M-9QXA", at: "2026-03-01T12:00:00.000Z" });
  expect(lastReference("message")).toBeNull();
  vi.setSystemTime(Date.parse("2026-05-30T11:00:00Z"));
  expect(lastReference("quote")?.number).toBe("7K2M-9QXA");
  vi.setSystemTime(Date.parse("2026-05-30T13:00:00Z"));
  expect(lastReference("quote")).toBeNull();
});

test.each(["no JSON", "null", "{}", '{"number": 7, "at": "2026-03-01"}'])(
  "what cannot be read is no number: %s",
  (text) => {
    local.set("messageReference", text);
    expect(lastReference("message")).toBeNull();
  },
);
