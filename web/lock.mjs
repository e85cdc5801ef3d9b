// Keeps package-lock.json whole. Packages with native parts list one optional package per platform; a registry that does
// not carry all of them makes npm leave those entries out, and `npm ci` on another platform then refuses the lock.
// `npm run lock` writes the missing entries back after an install; `--check` only says what is wrong.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("package-lock.json", import.meta.url);
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const LIBRARIES = { gnu: "glibc", musl: "musl", gnueabihf: "glibc", musleabihf: "musl" };
const CHIPS = {
  wasm32: "wasm32",
  arm64: "arm64",
  arm: "arm",
  x64: "x64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
};

const lock = JSON.parse(readFileSync(FILE, "utf8"));
const packages = lock.packages;

/** Whether `name`, asked for by the package at `place`, has an entry there or in a folder above. */
function found(name, place) {
  for (let at = place; ; ) {
    if (packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true;
    if (!at) return false;
    const cut = at.lastIndexOf("/node_modules/");
    at = cut < 0 ? "" : at.slice(0, cut);
  }
}

/** The platform a package of this name is for: "@scope/thing-linux-arm64-musl" -> linux, arm64, musl. */
function platform(name) {
  const words = name.split(/[-/]/);
  const system = words.find((word) => SYSTEMS.includes(word));
  const chip = words.map((word) => CHIPS[word]).find(Boolean);
  const library = words.map((word) => LIBRARIES[word]).find(Boolean);
  return {
    ...(system && { os: [system] }),
    ...(chip && { cpu: [chip] }),
    ...(system === "linux" && library && { libc: [library] }),
  };
}

const missing = [];
for (const [place, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!found(name, place)) missing.push({ name, version, dev: entry.dev });
  }
}
const hosts = Object.keys(packages).filter((place) => packages[place].resolved);

if (process.argv.includes("--check")) {
  for (const { name } of missing)
    console.error(`package-lock.json lacks the optional package ${name}: run \`npm run lock\`.`);
  for (const place of hosts)
    console.error(`package-lock.json names a host for ${place}: install with this folder's .npmrc.`);
  process.exit(missing.length + hosts.length ? 1 : 0);
}

for (const place of hosts) delete packages[place].resolved;
for (const { name, version, dev } of missing) {
  const exact = version.replace(/^[\^~]/, "");
  const { os, cpu, libc } = platform(name);
  packages[`node_modules/${name}`] = {
    version: exact,
    ...(cpu && { cpu }),
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    ...(os && { os }),
  };
}
const byPlace = (a, b) => (a[0] < b[0] ? -1 : 1);
lock.packages = Object.fromEntries(Object.entries(packages).sort(byPlace));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries restored.`);
