// Journeys in a real Chromium against running servers. `python -m tests.journeys` starts them with demo data and says where
// they are. Every journey runs on SQLite; those tagged @both run on PostgreSQL too. Files run side by side, each worker on
// servers of its own; the journeys of one file run one after the other.
import { defineConfig } from "@playwright/test";

const browser = {
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
};

const servers = (addresses = "") => addresses.split(" ");
const own = (addresses?: string) => servers(addresses)[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];

export default defineConfig({
  testDir: "journeys",
  outputDir: "node_modules/.journeys",
  workers: servers(process.env.JOURNEY_SQLITE_URLS).length,
  // Room for a busy machine, and for pages that are slowed down; nothing waits that long elsewhere.
  timeout: 90_000 * Number(process.env.DUSKLINE_TEST_LOAD ?? 1),
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A shared machine may stall for a minute; what fails twice in a row is a fault. By hand nothing is tried again.
  retries: process.env.CI ? 1 : 0,
  // A trace costs a third of the time: it is taken of what has failed once, and by hand with --trace on.
  // The driver does not reach what a service worker hands on: journeys about it say so (journeys/line.ts).
  use: { launchOptions: browser, trace: "on-first-retry", locale: "en-US", serviceWorkers: "block" },
  projects: [
    { name: "sqlite", use: { baseURL: own(process.env.JOURNEY_SQLITE_URLS) } },
    { name: "postgres", use: { baseURL: own(process.env.JOURNEY_POSTGRES_URLS) }, grep: /@both/ },
  ],
});
