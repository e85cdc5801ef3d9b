import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changing } from "./idempotency";
import { sendAfterOwn } from "./own-changes";

interface Row {
  version: number;
  words: string;
}

/** Changes one row under its version, answers a repeat as it was answered, and loses answers as it is asked to. */
class Server {
  row: Row = { version: 1, words: "" };
  loses = 0;
  readonly asked: string[] = [];
  readonly #kept = new Map<string, number>();

  readonly fetch = async (request: Request): Promise<Response> => {
    const [key, version] = ["Idempotency-Key", "If-Match"].map((name) => String(request.headers.get(name)));
    const words = await request.text();
    this.asked.push(`${words} ${version}`);
    const kept = this.#kept.get(String(key));
    if (kept === undefined && version !== `"${this.row.version}"`) return new Response("{}", { status: 409 });
    if (kept === undefined) this.change(words);
    const answered = kept ?? this.row.version;
    this.#kept.set(String(key), answered);
    if (this.loses-- > 0) throw new TypeError("cut off");
    return new Response(words, { headers: { ETag: `"${answered}"` } });
  };

  change(words: string) {
    this.row = { version: this.row.version + 1, words };
  }
}

let server: Server;
let url = "";
let count = 0;

beforeEach(() => {
  server = new Server();
  count += 1;
  url = `https://panel.example/api/panel/visits/${count}`;
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const change = (words: string, version: number, at = url) =>
  sendAfterOwn(new Request(at, { method: "PATCH", body: words, headers: changing(version, `key of ${words}`) }));

const lose = async (words: string, version: number) => {
  server.loses = 1;
  await expect(change(words, version)).rejects.toThrow("cut off");
};

test("a change after one whose answer was lost goes on from that one", async () => {
  await lose("first", 1);
  expect((await change("second", 1)).headers.get("ETag")).toBe('"3"');
  expect(server.row).toEqual({ version: 3, words: "second" });
});

test("so it does where several answers were lost in turn", async () => {
  await lose("first", 1);
  const asked = server.fetch;
  // Of the second one the refusal arrives, and the answer to what goes on from the first is lost.
  vi.stubGlobal("fetch", async (request: Request) => {
    const goesOn = request.headers.get("If-Match") === '"2"';
    const answer = await asked(request);
    if (goesOn) throw new TypeError("cut off");
    return answer;
  });
  await expect(change("second", 1)).rejects.toThrow("cut off");
  expect(server.row).toEqual({ version: 3, words: "second" });
  vi.stubGlobal("fetch", asked);
  await change("third", 1);
  expect(server.row).toEqual({ version: 4, words: "third" });
});

test("a colleague's change is one, also after a lost answer", async () => {
  await lose("first", 1);
  server.change("theirs");
  await expect(change("second", 1)).rejects.toMatchObject({ status: 409 });
  expect(server.row).toEqual({ version: 3, words: "theirs" });
});

test("what was never done is not done when it is asked about", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("cut off")));
  await expect(change("first", 1)).rejects.toThrow("cut off");
  vi.stubGlobal("fetch", async (request: Request) =>
    (await request.clone().text()) === "second" ? new Response("{}", { status: 409 }) : server.fetch(request),
  );
  await expect(change("second", 1)).rejects.toMatchObject({ status: 409 });
  expect(server.asked).toEqual(['first "0"']);
  expect(server.row.words).toBe("");
});

test("one about another row, or from another version, is not asked about", async () => {
  await lose("first", 1);
  await expect(change("second", 1, `${url}/details`)).rejects.toMatchObject({ status: 409 });
  await expect(change("second", 7)).rejects.toMatchObject({ status: 409 });
  expect(server.asked).toEqual(['first "1"', 'second "1"', 'second "7"']);
});

test("where the question is lost too, nobody knows still", async () => {
  await lose("first", 1);
  vi.stubGlobal("fetch", (request: Request) =>
    request.headers.get("If-Match") === '"0"' ? Promise.reject(new TypeError("cut off")) : server.fetch(request),
  );
  await expect(change("second", 1)).rejects.toThrow("cut off");
  vi.stubGlobal("fetch", server.fetch);
  await change("second", 1);
  expect(server.row.words).toBe("second");
});
