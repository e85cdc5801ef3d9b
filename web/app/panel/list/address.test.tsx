import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { useFilters } from "./filters";
import { useOpenRecord } from "./open-record";

const rules = { status: ["new", "won"], q: "text" } as const;

interface Given {
  filters: ReturnType<typeof useFilters<typeof rules>>;
  dialogs: ReturnType<typeof useOpenRecord>;
}

function List({ give }: { give: (given: Given) => void }) {
  give({ filters: useFilters(rules), dialogs: useOpenRecord() });
  return null;
}

/** What a list at an address works with, and the address that it leads to. */
function listAt(search: string) {
  const led: string[] = [];
  const given: Given[] = [];
  renderToString(
    <Router hook={() => ["/panel/leads", (to: string) => led.push(to)]} searchHook={() => search}>
      <List give={(one) => given.push(one)} />
    </Router>,
  );
  const [list] = given;
  if (!list) throw new Error("Nothing was drawn.");
  return { ...list, now: () => led.at(-1) };
}

afterEach(() => vi.unstubAllGlobals());

test("a filter is set in the address beside the others, and taken out of it", () => {
  const { filters, now } = listAt("q=roof&page=2");
  expect([filters.filters, filters.narrowed]).toEqual([{ status: "", q: "roof" }, true]);
  filters.setFilter("status", "won");
  expect(now()).toBe("/panel/leads?q=roof&page=2&status=won");
  const other = listAt("q=roof&page=2");
  other.filters.setFilter("q", "");
  expect(other.now()).toBe("/panel/leads?page=2");
});

test("clearing takes the filters out and leaves the rest", () => {
  const { filters, now } = listAt("status=won&q=roof&tab=inbox");
  filters.clearFilters();
  expect(now()).toBe("/panel/leads?tab=inbox");
});

test("what was just made is shown: filters that would hide it go, those that it meets stay", () => {
  vi.stubGlobal("history", { state: null });
  const { filters, now } = listAt("new=&status=won&q=roof&client=c1");
  filters.reveal({ status: "won" });
  expect(now()).toBe("/panel/leads?status=won");
});

test("one dialog is open at a time, and closing it leaves the filters", () => {
  vi.stubGlobal("history", { state: null });
  const first = listAt("status=won&new=&client=c1");
  expect(first.dialogs.opened).toEqual({ kind: "new" });
  first.dialogs.openRecord("7");
  expect(first.now()).toBe("/panel/leads?status=won&id=7");
  const second = listAt("status=won&id=7");
  expect(second.dialogs.opened).toEqual({ kind: "record", id: "7" });
  second.dialogs.close();
  expect(second.now()).toBe("/panel/leads?status=won");
});

test("what was opened on a visit goes back to where it came from", () => {
  const back = vi.fn();
  vi.stubGlobal("history", { state: { visit: true }, back });
  vi.stubGlobal("addEventListener", vi.fn());
  listAt("id=7").dialogs.close();
  expect(back).toHaveBeenCalledTimes(1);
});
