// Nothing is kept in a browser under a name that stores.ts lacks. The types of lib/storage hold it where names are written; what they
// cannot see is read here from the sources.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { local, session } from "./storage";
import { CACHES, COOKIES, DATABASE, endedBy, isDeclared, LOCAL, SESSION } from "./stores";
import { wipeStorage } from "./wipe";

const APP = join(import.meta.dirname, "..");
const SOURCES = new Map(
  readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:tsx?|js)$/.test(path) && !/\.test\.|\.d\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(APP, path), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "")]),
);

/** Where a browser keeps something for us, each with the one way in, and those that come before our modules or stand apart from them. */
const WAYS: [what: string, used: RegExp, by: string[]][] = [
  ["storage", /\b(?:localStorage|sessionStorage)\b/, ["inline.js", "lib/storage.ts"]],
  ["cookies", /\bdocument\.cookie\b|\bcookieStore\b/, ["lib/storage.ts"]],
  ["databases", /\bindexedDB\b|\bopenDB\b|from "idb/, ["login-layout.tsx", "offline/database.ts"]], // the first asks whether there is one
  ["caches", /\bcaches\./, ["studio/kept.ts", "worker/worker-off.js", "worker/worker.js"]],
  ["folders", /\bgetDirectory\(|\bshowSaveFilePicker\b|\bstorageBuckets\b/, []],
];

const users = (sources: Map<string, string>, used: RegExp) =>
  [...sources].filter(([, text]) => used.test(text)).map(([path]) => path);

const constantIn = (text: string, name: string) =>
  new RegExp(`const ${name}(?:: \\w+)? = (["'\`])(.+?)\\1`).exec(text)?.[2];

/** Names as they are written in a source: where they are called for, or in the constant that stands there. */
const written = (text: string, call: RegExp): string[] =>
  [...text.matchAll(call)].flatMap(([, literal, name = ""]) => {
    const value = literal ?? constantIn(text, name);
    return value === undefined ? [] : [value.replaceAll(/\$\{(\w+)\}/g, (_, part) => constantIn(text, part) ?? "")];
  });

const CALLS: [declared: Parameters<typeof isDeclared>[0], call: RegExp, written: number][] = [
  [LOCAL, /\b(?:local|localStorage)\.(?:get|set|remove|getItem|setItem)\((?:["'`](.*?)["'`]|(\w+))\s*[,)]/g, 6],
  [SESSION, /\bsession\.(?:get|set|remove)\((?:["'`](.*?)["'`]|(\w+))\s*[,)]/g, 8],
  [COOKIES, /\b(?:read|write)Cookie\((?:["'`](.*?)["'`]|(\w+))\s*[,)]/g, 1],
  [DATABASE, /\bcreateObjectStore\((?:["'`](.*?)["'`]|(\w+))\s*[,)]/g, 3],
  [CACHES, /\bcaches\.open\((?:["'`](.*?)["'`]|(\w+))\s*[,)]/g, 2],
];

const undeclared = (sources: Map<string, string>) =>
  CALLS.flatMap(([declared, call]) =>
    [...sources.values()].flatMap((text) => written(text, call)).filter((name) => !isDeclared(declared, name)),
  );

test.each(WAYS)("there is one way to %s", (_, used, by) => {
  expect(users(SOURCES, used).sort()).toEqual(by);
});

test("every name that is written is declared", () => {
  expect(undeclared(SOURCES)).toEqual([]);
  for (const [, call, names] of CALLS)
    expect(new Set([...SOURCES.values()].flatMap((text) => written(text, call))).size).toBe(names);
});

test.each([
  ['local.set("lastClient", name)', "lastClient"],
  ['const KEY = "lastClient";\nsession.get(KEY)', "lastClient"],
  ['db.createObjectStore("clients", { keyPath: "id" })', "clients"],
  ['caches.open("answers")', "answers"],
  ['writeCookie("region", id, 60)', "region"],
])("the control: %s is found", (text, name) => {
  expect(undeclared(new Map([["panel/new.ts", text]]))).toEqual([name]);
});

test("the control: another way to a storage is found, and an undeclared key is no key", () => {
  expect(users(new Map([["panel/new.ts", "window.localStorage.setItem(key, name)"]]), /\blocalStorage\b/)).toHaveLength(
    1,
  );
  // @ts-expect-error: the checker of types would let it pass, if names were not declared
  expect(local.get("lastClient")).toBeNull();
  // @ts-expect-error: the same of a tab
  expect(session.get("lastClient")).toBeNull();
});

test("what ends a session takes what was read, and leaves what waits, what stands for the device and what is a visitor's", () => {
  expect(endedBy("session-over", LOCAL)).toEqual(["keptSession1"]);
  expect(endedBy("log-out", LOCAL)).toEqual(["keptSession1"]);
  expect(endedBy("log-out", SESSION)).toEqual(["setupStep"]);
  for (const end of ["log-out", "session-over", "other-rights", "another"] as const)
    expect(endedBy(end, DATABASE)).toEqual(["visits", "pictures"]);
  local.set("keptSession1", "Ann");
  session.set("setupStep", "3");
  local.set("theme", "dark");
  session.set("draft:ann:lead", "words");
  wipeStorage("session-over");
  expect([local.get("keptSession1"), session.get("setupStep"), local.get("theme")]).toEqual([null, "3", "dark"]);
  wipeStorage("log-out");
  expect([session.get("setupStep"), session.get("draft:ann:lead")]).toEqual([null, "words"]);
});
