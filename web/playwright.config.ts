// Journeys in a real Chromium against two running servers. `python -m tests.journeys` starts both with demo data and says
// where they are. Every journey runs on SQLite; those tagged @both run on PostgreSQL too.
import { defineConfig } from "@playwright/test";

const browser = {
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
};

export default defineConfig({
  testDir: "journeys",
  outputDir: "node_modules/.journeys",
  workers: 1,
  timeout: 90_000, // room for a busy machine; nothing waits that long elsewhere
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A shared machine may stall for a minute; what fails twice in a row is a fault. By hand nothing is tried again.
  retries: process.env.CI ? 1 : 0,
  use: { launchOptions: browser, trace: "retain-on-failure", locale: "en-US" },
  projects: [
    { name: "sqlite", use: { baseURL: process.env.JOURNEY_SQLITE_URL } },
    { name: "postgres", use: { baseURL: process.env.JOURNEY_POSTGRES_URL }, grep: /@both/ },
  ],
});
