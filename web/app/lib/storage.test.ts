import { afterEach, expect, test, vi } from "vitest";
import { local, readCookie, session, writeCookie } from "./storage";

afterEach(() => vi.unstubAllGlobals());

const real = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const refuse = () => {
  throw new DOMException("Access is denied.", "SecurityError");
};

test("keeps in the browser's storage where it may", () => {
  const storage = real();
  vi.stubGlobal("localStorage", storage);
  local.set("theme", "dark");
  expect(storage.getItem("theme")).toBe("dark");
  expect(local.get("theme")).toBe("dark");
  expect(local.lasts()).toBe(true);
  local.remove("theme");
  expect(local.get("theme")).toBeNull();
});

test("keeps in memory where the browser refuses", () => {
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  session.set("draft:kim:lead", "words");
  expect(session.get("draft:kim:lead")).toBe("words");
  expect(session.lasts()).toBe(false);
  session.remove("draft:kim:lead");
  expect(session.get("draft:kim:lead")).toBeNull();
});

test("a full storage gives way to memory, and an older value does not come back", () => {
  const storage = { ...real(), setItem: refuse, getItem: () => "old" };
  vi.stubGlobal("localStorage", storage);
  local.set("theme", "light");
  expect(local.get("theme")).toBe("light");
});

test("where even the name throws, nothing does here", () => {
  vi.stubGlobal("document", {
    get cookie() {
      return refuse();
    },
    set cookie(_: string) {
      refuse();
    },
  });
  expect(local.get("shortcuts")).toBeNull();
  expect(readCookie("sidebar_state")).toBeNull();
  writeCookie("sidebar_state", "false", 60);
});
