// The line between a browser and the server, which a journey can cut, at any point of a call. It is a real proxy: what the browser meets
// is what it meets in a cellar or on a roof, also within its service worker, which the driver does not reach.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test as staff } from "./staff";

/** Where a call breaks off: nothing of it leaves; half of its body arrives; the server has done it, and no word or half of the answer comes
 * back. `hangs` never answers. */
export type Point = "before" | "mid-body" | "after" | "mid-answer" | "hangs";

interface Cut {
  matches: (method: string, path: string) => boolean;
  at: Point;
}

type Answer = (response: ServerResponse, asked: IncomingMessage) => void;

export class Line {
  url = "";
  /** The server, for whoever is not on this line. */
  readonly target: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly answers = new Map<string, Answer>();
  private cuts: Cut[] = [];
  private up = true;
  /** How many calls broke off. */
  broken = 0;
  /** Milliseconds for which each call is held before it goes on. */
  lag = 0;
  /** What the server was asked, in order: `POST /api/...`. */
  readonly asked: string[] = [];

  constructor(target: string) {
    this.target = target;
    this.server = createServer((asked, response) => this.take(asked, response));
    this.server.on("connection", (socket) => {
      if (!this.up) return socket.destroy();
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.drop();
    this.server.close();
  }

  /** From now on nothing goes through, in either direction. */
  drop(): void {
    this.up = false;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.up = true;
    this.cuts = [];
  }

  /** Breaks the calls that match until the line is mended: a browser repeats by itself what broke off on a line that had been open before,
   * and how often, nobody can say. */
  cut(at: Point, matches: Cut["matches"]): void {
    this.cuts.push({ at, matches });
  }

  /** Answers in the server's place, until it is told to stop. */
  answer(path: string, act: Answer | null): void {
    if (act) this.answers.set(path, act);
    else this.answers.delete(path);
  }

  private point(method: string, path: string): Point | undefined {
    const cut = this.cuts.find((one) => one.matches(method, path));
    if (cut) this.broken += 1;
    return cut?.at;
  }

  private take(asked: IncomingMessage, response: ServerResponse): void {
    const { method = "GET", url = "/" } = asked;
    const own = this.answers.get(url.split("?")[0] ?? url);
    const at = own ? undefined : this.point(method, url);
    if (own) own(response, asked);
    else if (at === "before") asked.socket.destroy();
    else if (at !== "hangs" && url.startsWith("/api/")) setTimeout(() => this.pass(asked, response, at), this.lag);
    else if (at !== "hangs") this.pass(asked, response, at);
  }

  private pass(asked: IncomingMessage, response: ServerResponse, at: Point | undefined): void {
    const { method = "GET", url = "/", headers, socket } = asked;
    const { host } = new URL(this.target);
    const origin = headers.origin && { origin: this.target };
    this.asked.push(`${method} ${url}`);
    const onward = request(this.target + url, { method, headers: { ...headers, ...origin, host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        if (at === "after") {
          socket.destroy();
          return;
        }
        const body = Buffer.concat(chunks);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (at === "mid-answer") response.write(body.subarray(0, body.length >> 1), () => socket.destroy());
        else response.end(body);
      });
    });
    onward.on("error", () => socket.destroy());
    if (at === "mid-body")
      asked.once("data", (chunk: Buffer) => {
        onward.write(chunk.subarray(0, chunk.length >> 1), () => onward.destroy());
        socket.destroy();
      });
    else asked.pipe(onward);
  }
}

/** Staff who work over a line of their own, with the panel's service worker. What is cut is noted by the browser too; a fault of
 * React's is none of that. */
export const test = staff.extend<{ line: Line }>({
  serviceWorkers: "allow",
  account: null,
  forgive: /^(?!.*React error)/,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  line: async ({}, use, { project }) => {
    const line = new Line(project.use.baseURL ?? "");
    await line.open();
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});
