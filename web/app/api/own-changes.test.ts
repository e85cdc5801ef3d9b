import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { changing, keyed } from "./idempotency";
import { sendAfterOwn, unanswered } from "./own-changes";

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
    const since = answered < this.row.version && { "Version-Now": `"${this.row.version}"` };
    return new Response(words, { headers: { ETag: `"${answered}"`, ...since } });
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

test("a change that was done settles those of the same row before it", async () => {
  await lose("first", 1);
  await change("second", 2);
  expect(unanswered().filter((sent) => sent.url === url)).toEqual([]);
});

test("a colleague's change is one, also after a lost answer", async () => {
  await lose("first", 1);
  server.change("theirs");
  await expect(change("second", 1)).rejects.toMatchObject({ status: 409 });
  expect(server.row).toEqual({ version: 3, words: "theirs" });
});

test("so it is where the same is sent again", async () => {
  await lose("first", 1);
  server.change("theirs");
  await expect(change("first", 1)).rejects.toMatchObject({ status: 409 });
  expect(server.row).toEqual({ version: 3, words: "theirs" });
});

test("of a row that is gone by then it is said that it is gone", async () => {
  await lose("first", 1);
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 404 }));
  await expect(change("first", 1)).rejects.toMatchObject({ status: 404 });
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
  expect(unanswered().filter((sent) => sent.url === url)).toEqual([]);
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

test("words that were refused are not on their way any more", async () => {
  const refused = () => Promise.resolve(new Response("{}", { status: 400 }));
  vi.stubGlobal("fetch", refused);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ words: "refused" });
  await expect(sendAfterOwn(new Request(url, { method: "PATCH", body, headers }))).rejects.toMatchObject({
    status: 400,
  });
  expect(unanswered().filter((sent) => sent.body === body)).toEqual([]);
});

test("a file goes as it is, and is not copied", async () => {
  const sent: Request[] = [];
  vi.stubGlobal("fetch", (request: Request) => Promise.resolve(new Response("{}")).finally(() => sent.push(request)));
  const file = new Request(url, { method: "POST", body: new FormData(), headers: keyed("file") });
  await sendAfterOwn(file);
  expect(sent[0]).toBe(file);
});

describe("on the next page of the tab", () => {
  const KIM = JSON.stringify({ name: "Kim" });
  const LEADS = "https://panel.example/api/panel/leads";
  let stored: Map<string, string>;

  /** What a tab's storage does, and says besides of its keys. */
  const storage = () =>
    new Proxy(
      {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      },
      { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }) },
    );

  /** A page begins, as whose it is. */
  async function pageOf(person: string) {
    vi.resetModules();
    stored.set("person", person);
    const own = await import("./own-changes");
    const create = async (key: string, body = KIM) => {
      const headers = { ...(key && keyed(key)), "Content-Type": "application/json" };
      const answer = await own.sendAfterOwn(new Request(LEADS, { method: "POST", body, headers }));
      return answer.text();
    };
    const edit = (words: string, key: string) =>
      own.sendAfterOwn(new Request(url, { method: "PATCH", body: words, headers: changing(1, key) }));
    return { ...own, create, edit };
  }

  /** Makes what is asked for, and answers with the key; loses the first answer. */
  function losing() {
    let lost = false;
    vi.stubGlobal("fetch", async ({ headers }: Request) => {
      if (!lost) {
        lost = true;
        throw new TypeError("cut off");
      }
      return new Response(headers.get("Idempotency-Key"), { status: 201 });
    });
  }

  async function loseOne(key: string) {
    losing();
    await expect((await pageOf("ann")).create(key)).rejects.toThrow("cut off");
  }

  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal("sessionStorage", storage());
  });
  afterEach(() => vi.useRealTimers());

  test("the same is made under the key whose answer was lost, and is another one after an answer", async () => {
    await loseOne("first");
    expect(await (await pageOf("ann")).create("second")).toBe("first");
    expect(await (await pageOf("ann")).create("third")).toBe("third");
  });

  test("a change goes on from an own one whose answer was lost", async () => {
    server.loses = 1;
    await expect((await pageOf("ann")).edit("first", "one")).rejects.toThrow("cut off");
    expect((await (await pageOf("ann")).edit("second", "two")).headers.get("ETag")).toBe('"3"');
    expect(server.asked).toEqual(['first "1"', 'second "1"', 'first "0"', 'second "2"']);
  });

  test("the control: without what the tab keeps there is a twin, and a conflict", async () => {
    await loseOne("first");
    stored.clear();
    expect(await (await pageOf("ann")).create("second")).toBe("second");
    vi.stubGlobal("fetch", server.fetch);
    server.loses = 1;
    await expect((await pageOf("ann")).edit("first", "one")).rejects.toThrow("cut off");
    stored.clear();
    await expect((await pageOf("ann")).edit("second", "two")).rejects.toMatchObject({ status: 409 });
  });

  test("nobody else goes under it, and it waits for its person", async () => {
    await loseOne("first");
    const { create, unanswered } = await pageOf("bob");
    expect(unanswered()).toEqual([]);
    expect(await create("second")).toBe("second");
    expect(await (await pageOf("ann")).create("third")).toBe("first");
  });

  test("it goes after a day", async () => {
    vi.useFakeTimers();
    await loseOne("first");
    vi.advanceTimersByTime(24 * 60 * 60 * 1000);
    expect(await (await pageOf("ann")).create("second")).toBe("second");
  });

  test("nothing is kept of what has no key, as what carries a secret goes", async () => {
    await loseOne("");
    expect([...stored.keys()]).toEqual(["person"]);
  });
});

describe("what makes a record", () => {
  /** Makes a record under each key, and answers a repeat as it was answered: 404 where that record is gone. */
  const made = new Map<string, string>();
  const gone = new Set<string>();
  const changed = new Set<string>();
  let loses = 0;
  let arrives = true;

  const fetch = async (request: Request): Promise<Response> => {
    const key = String(request.headers.get("Idempotency-Key"));
    const words = await request.text();
    const before = made.get(key);
    if (arrives && before === undefined) made.set(key, words);
    if (loses-- > 0) throw new TypeError("cut off");
    if (before !== undefined && before !== words) return new Response("{}", { status: 422 });
    if (gone.has(key)) return new Response("{}", { status: 404 });
    return new Response(JSON.stringify(key), {
      status: 201,
      headers: changed.has(key) ? { "Version-Now": '"2"' } : {},
    });
  };

  const LEADS = "https://panel.example/api/panel/leads";

  const create = async (words: string, key: string, at = LEADS) => {
    const headers = { ...keyed(key), "Content-Type": "application/json" };
    return (await sendAfterOwn(new Request(at, { method: "POST", body: words, headers }))).json();
  };

  async function loseOne(words: string, key: string, at = LEADS) {
    loses = 1;
    await expect(create(words, key, at)).rejects.toThrow("cut off");
  }

  beforeEach(() => {
    made.clear();
    gone.clear();
    changed.clear();
    arrives = true;
    vi.stubGlobal("fetch", fetch);
    vi.useFakeTimers();
  });
  afterEach(() => vi.runAllTimers() && vi.useRealTimers());

  test("is made once, also where another form sends it after a lost answer", async () => {
    await loseOne("Kim", "first");
    expect(await create("Kim", "second")).toBe("first");
    expect([...made]).toEqual([["first", "Kim"]]);
  });

  test("is another one after an answer, with other words, and in another list", async () => {
    await loseOne("Kim", "first");
    await create("Lee", "other words");
    await create("Kim", "other list", "https://panel.example/api/panel/clients");
    await create("Kim", "second");
    await create("Kim", "third");
    expect([...made.keys()]).toEqual(["first", "other words", "other list", "third"]);
  });

  test("is asked for under its key however often the answer is lost", async () => {
    await loseOne("Kim", "first");
    await loseOne("Kim", "second");
    expect(await create("Kim", "third")).toBe("first");
    expect(made.size).toBe(1);
  });

  test("is not made again by itself where what was made is gone: the next one is another", async () => {
    await loseOne("Kim", "first");
    gone.add("first");
    await expect(create("Kim", "second")).rejects.toMatchObject({ status: 422, made: undefined });
    expect([...made.keys()]).toEqual(["first"]);
    expect(await create("Kim", "third")).toBe("third");
  });

  test("is not called made again where it was changed since: the next one is another", async () => {
    await loseOne("Kim", "first");
    changed.add("first");
    await expect(create("Kim", "second")).rejects.toMatchObject({ status: 422, made: "first" });
    expect([...made.keys()]).toEqual(["first"]);
    expect(await create("Kim", "third")).toBe("third");
  });

  test("stands on its own where its key went to other words", async () => {
    arrives = false;
    await loseOne("Kim", "first");
    arrives = true;
    await create("Lee", "first");
    expect(await create("Kim", "second")).toBe("second");
    arrives = false;
    await loseOne("Ann", "third");
    arrives = true;
    await loseOne("Bob", "third");
    expect(await create("Ann", "fourth")).toBe("fourth");
    expect(await create("Bob", "fifth")).toBe("third");
  });

  test("is another one after a day, before the server forgets it", async () => {
    await loseOne("Kim", "first");
    vi.advanceTimersByTime(24 * 60 * 60 * 1000);
    expect(await create("Kim", "second")).toBe("second");
  });

  /** Calls that make a record of words and take a key. */
  function makingCalls(): string[] {
    const document = readFileSync(new URL("schema.d.ts", import.meta.url), "utf8");
    const paths = [...document.matchAll(/^ {4}"(\/api\/panel\/[^"]*)": \{(.*?)^ {4}\};/gms)];
    return paths.flatMap(([, path = "", calls = ""]) => {
      const name = /^ {8}post: operations\["(\w+)"\]/m.exec(calls)?.[1];
      const call = name && new RegExp(`^ {4}${name}: \\{\n(.*?)^ {4}\\};`, "ms").exec(document)?.[1];
      return call && /Idempotency-Key.*application\/json.*^ {12}201:/ms.test(call) ? [path] : [];
    });
  }

  // The first finds nothing to move once it is done; the second is done within minutes, and promised again.
  const OTHERS = ["/api/panel/schedule/moves", "/api/panel/next-steps"];

  test("is every call that answers with something new, and no call that may be done and undone", async () => {
    const calls = makingCalls().filter((path) => !OTHERS.includes(path));
    expect(calls.length).toBeGreaterThan(20);
    for (const path of calls) {
      const at = `https://panel.example${path.replaceAll(/\{\w+\}/g, "0198-ab")}`;
      await loseOne("Kim", `first ${path}`, at);
      expect(await create("Kim", `second ${path}`, at)).toBe(`first ${path}`);
    }
    for (const path of [
      "next-steps",
      "next-steps/1/done",
      "schedule/order",
      "branches/1/zip-codes",
      "posts/1/publish",
    ]) {
      const at = `https://panel.example/api/panel/${path}`;
      await loseOne("Kim", `first ${path}`, at);
      expect(await create("Kim", `second ${path}`, at)).toBe(`second ${path}`);
    }
  });
});
