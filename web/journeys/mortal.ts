// A server of a journey's own, on a copy of the company, that may be killed at any moment and started again on the same data.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";

/** The data of a company that no server has, and what runs one; tests/journeys.py says both. */
const { JOURNEY_COMPANY = "", JOURNEY_PYTHON = "" } = process.env;
const ROOT = join(import.meta.dirname, "../..");
const TRIES = 600;
const BETWEEN = 100;
const DUE = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as company:
    for table in ("visit_changes", "chores"):
        company.execute(f"UPDATE {table} SET due = datetime('now', '-1 minute')")`;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export class Mortal {
  readonly url: string;
  private readonly data: string;
  private readonly port: number;
  private readonly settings: Record<string, string>;
  private process: ChildProcess | null = null;

  private constructor(data: string, port: number, settings: Record<string, string>) {
    this.data = data;
    this.port = port;
    this.settings = settings;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async born(settings: Record<string, string> = {}): Promise<Mortal> {
    const data = await mkdtemp(join(tmpdir(), "mortal-"));
    await cp(JOURNEY_COMPANY, data, { recursive: true });
    const server = new Mortal(data, await freePort(), settings);
    await server.start();
    return server;
  }

  /** Starts it, and waits until it answers with its database. */
  async start(): Promise<void> {
    const own = { DUSKLINE_DATA_DIR: this.data, DUSKLINE_PUBLIC_URL: this.url };
    const env = { ...process.env, ...own, ...this.settings };
    const words = ["-m", "duskline", "serve", "--port", String(this.port)];
    this.process = spawn(JOURNEY_PYTHON, words, { cwd: ROOT, env, detached: true, stdio: "ignore" });
    for (let left = TRIES; left > 0; left -= 1) {
      if (
        await fetch(`${this.url}/readyz`)
          .then(({ ok }) => ok)
          .catch(() => false)
      )
        return;
      await rest(BETWEEN);
    }
    throw new Error("The server did not start.");
  }

  /** Kills it with everything that it has started: it has no moment to finish anything. */
  async kill(): Promise<void> {
    const { process: running } = this;
    if (!running?.pid) return;
    this.process = null;
    const gone = once(running, "exit");
    process.kill(-running.pid, "SIGKILL");
    await gone;
  }

  /** Dies, and lives on some minutes later: the visits that it put off are due, and so is each chore, also one that it died in. */
  async letVisitsBeDue(): Promise<void> {
    await this.kill();
    const words = ["-c", DUE, join(this.data, "duskline.db")];
    const [code] = await once(spawn(JOURNEY_PYTHON, words, { stdio: "inherit" }), "exit");
    if (code) throw new Error("The clock of the visits could not be moved.");
    await this.start();
  }

  async bury(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
