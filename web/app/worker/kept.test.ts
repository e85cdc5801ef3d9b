// The phone keeps the files that a day on site needs without a network: the files that its screens import, and those that they load on demand.
// A module that is loaded later needs a network only if it asks the server and reads nothing that is kept on the phone.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { complete, KEPT, LEFT_OUT } from "./listing";

/** What the panel's document names by itself. */
const DOCUMENT = ["app/entry-client.tsx", "app/staff.css"];

/** Without a network they would be shown, and are left out all the same. */
const DONE_WITHOUT = [
  "app/panel/shell/shortcut-help.tsx",
  "app/panel/waiting/sign-in-here.tsx",
  "app/ui/tooltip-bubble.tsx",
];

const SERVER = "app/api/client.ts";
const PHONE = /^app\/offline\//;

/** A module of ours at this address, as seen from another. */
function moduleAt(address: string, from: string): string | undefined {
  const path = address.startsWith("~/") ? join("app", address.slice(2)) : join(dirname(from), address);
  return /^[~.]/.test(address) ? ["", ".ts", ".tsx"].map((end) => path + end).find(isFile) : undefined;
}

const isFile = (path: string): boolean => /[.]\w+$/.test(path) && existsSync(path);

const STATIC = /^(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s)?"([^"]+)"/gm;
const LATER = /\bimport\("([^"]+)"\)/g;

/** The modules of ours that one names, as a row of a manifest in which each has a file of its own. */
function rowOf(path: string) {
  const text = readFileSync(path, "utf8");
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, address = ""]) => moduleAt(address, path)).filter((one) => one !== undefined);
  return { file: path, imports: named(STATIC), dynamicImports: named(LATER) };
}

type Manifest = Record<string, ReturnType<typeof rowOf>>;

/** Everything that can be reached from here, now or later. */
function manifestFrom(paths: readonly string[]): Manifest {
  const rows: Manifest = {};
  const add = (path: string) => {
    if (rows[path]) return;
    rows[path] = rowOf(path);
    for (const next of [...rows[path].imports, ...rows[path].dynamicImports]) add(next);
  };
  paths.forEach(add);
  return rows;
}

const manifest = manifestFrom(DOCUMENT);

/** A module and what comes with it. */
function withImports(path: string): string[] {
  const all = new Set([path]);
  for (const one of all) for (const next of manifest[one]?.imports ?? []) all.add(next);
  return [...all];
}

const laterFrom = (path: string): string[] => withImports(path).flatMap((one) => manifest[one]?.dynamicImports ?? []);

/** Whether it works on a phone without a network. */
function worksHere(path: string): boolean {
  const all = withImports(path);
  return all.some((one) => PHONE.test(one)) || !all.includes(SERVER);
}

/** Pages of visitors and of the sign-in, which work in no panel. */
const ELSEWHERE = /^app\/(?:site|auth)\/|^app\/login-layout/;

/** What the document names, and all that is loaded later from there on and works here. */
function needed(): Set<string> {
  const all = new Set(DOCUMENT);
  for (const path of all)
    for (const later of laterFrom(path))
      if (worksHere(later) && !ELSEWHERE.test(later) && !DONE_WITHOUT.includes(later)) all.add(later);
  return all;
}

test("the phone keeps what a day on site needs, and nothing else", () => {
  expect([...KEPT].sort()).toEqual([...needed()].sort());
  expect(KEPT[0]).toBe(DOCUMENT[0]); // the worker knows a document of its own build by it
});

test("what is left out is loaded by something that is kept, and everything else that is loaded is kept", () => {
  expect(() => complete(manifest, KEPT, LEFT_OUT)).not.toThrow();
});

test("control: what shows only the server's words is not needed, and what a phone could show is left out by name", () => {
  expect(worksHere("app/panel/layout/notifications.tsx")).toBe(false);
  expect(DONE_WITHOUT.filter((path) => !worksHere(path))).toEqual([]);
});
