import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import type { Waiting } from "./operation";

/** What waits, what the server was sent, and how it answers. */
const world = vi.hoisted(() => ({
  waiting: [] as Waiting[],
  sent: [] as string[],
  answer: async (_operation: { id: string }): Promise<unknown> => ({}),
  signedIn: async (): Promise<{ id: string } | null> => ({ id: "kim" }),
  listeners: new Map<string, () => void>(),
  locks: [] as string[],
}));

/** A browser takes a while to write down what has changed. */
const written = vi.hoisted(() => async () => {
  for (let ticks = 0; ticks < 20; ticks += 1) await null;
});

vi.mock("~/api/kept-calls", () => ({
  sendKept: (operation: Waiting) => {
    world.sent.push(operation.id);
    return world.answer(operation);
  },
}));
vi.mock("~/api/session", () => ({ askWhoIsSignedIn: () => world.signedIn() }));
vi.mock("./waiting", () => ({
  keepFor: () => undefined,
  reread: async () => world.waiting,
  changeWaiting: async (changed: Waiting) => {
    await written();
    world.waiting = world.waiting.map((one) => (one.id === changed.id ? changed : one));
  },
  forgetSent: async ({ id }: Waiting) => {
    await written();
    world.waiting = world.waiting.filter((one) => one.id !== id);
  },
}));

const listen = (name: string, act: () => void) => void world.listeners.set(name, act);
const unlisten = (name: string) => void world.listeners.delete(name);
const page = { visibilityState: "visible", addEventListener: listen, removeEventListener: unlisten };
vi.stubGlobal("document", page);
vi.stubGlobal("addEventListener", listen);
vi.stubGlobal("removeEventListener", unlisten);
vi.stubGlobal("navigator", {
  locks: {
    request: (name: string, act: () => Promise<void>) => {
      world.locks.push(name);
      return act();
    },
  },
});

const { openDesk, pauseNow, sendWaiting } = await import("./sender");

const one = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  about: "visit",
  person: "kim",
  name: "Kim",
  path: "/api/panel/x",
  method: "POST",
  at: new Date().toISOString(),
  title: "",
  place: "",
  words: "",
  shown: null,
  state: "waiting",
  said: [],
  ...more,
});

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const refused = (status: number, retryAfter?: number) => () =>
  Promise.reject(new ApiError(status, '{"error":"No."}', "", retryAfter));
let close = () => {};

/** Opens it with nothing in hand, so that each test says by itself what makes it send. */
async function opened(told: string[] = []) {
  close = openDesk({ id: "kim", name: "Kim" }, () => told);
  await sendWaiting();
  world.sent.length = 0;
}

beforeEach(() => {
  close();
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue();
  page.visibilityState = "visible";
  Object.assign(world, {
    waiting: [],
    sent: [],
    locks: [],
    answer: async () => ({}),
    signedIn: async () => ({ id: "kim" }),
  });
});

test("what waits is sent when the panel opens, by one tab at a time", async () => {
  world.waiting = [one("a"), one("b")];
  close = openDesk({ id: "kim", name: "Kim" }, () => []);
  await vi.advanceTimersByTimeAsync(0);
  expect(world.sent).toEqual(["a", "b"]);
  expect(world.waiting).toEqual([]);
  expect(new Set(world.locks)).toEqual(new Set(["duskline-sender"]));
});

test.each([["online"], ["visibilitychange"]])(
  "it is sent on %s, and no more once the panel is closed",
  async (event) => {
    await opened();
    world.waiting = [one("a")];
    world.listeners.get(event)?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.sent).toEqual(["a"]);
    close();
    expect(world.listeners.get(event)).toBeUndefined();
  },
);

test("a page that nobody sees does not send on its way out of sight", async () => {
  await opened();
  world.waiting = [one("a")];
  page.visibilityState = "hidden";
  world.listeners.get("visibilitychange")?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.sent).toEqual([]);
});

test("after a lost answer the same is sent again, ever later, and nothing overtakes it", async () => {
  await opened();
  world.waiting = [one("a"), one("b")];
  world.answer = lost;
  await sendWaiting();
  expect(pauseNow()).toBe("unreachable");
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(world.sent).toEqual(["a", "a"]);
  world.answer = async () => ({});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.sent).toEqual(["a", "a", "a", "b"]);
  expect(pauseNow()).toBeNull();
  world.waiting = [one("c")];
  world.answer = lost;
  await sendWaiting();
  await vi.advanceTimersByTimeAsync(5_000); // a line that was there makes it soon again
  expect(world.sent.slice(4)).toEqual(["c", "c"]);
});

test("a server that asks for time gets it", async () => {
  await opened();
  world.waiting = [one("a")];
  world.answer = refused(503, 30);
  await sendWaiting();
  expect(pauseNow()).toBe("busy");
  await vi.advanceTimersByTimeAsync(29_000);
  expect(world.sent).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.sent).toEqual(["a", "a"]);
});

test("what is refused waits with its sentence, and the next goes on", async () => {
  await opened();
  world.waiting = [one("a"), one("b")];
  world.answer = ({ id }) => (id === "a" ? refused(422)() : Promise.resolve({}));
  await sendWaiting();
  expect(world.sent).toEqual(["a", "b"]);
  expect(world.waiting).toMatchObject([{ id: "a", state: "refused", said: ["No."] }]);
});

test("what came out otherwise is told, and what was sent with it is not kept longer", async () => {
  await opened(["Theirs stays."]);
  world.waiting = [one("a", { form: [{ name: "image", value: "bytes" }] })];
  await sendWaiting();
  expect(world.waiting).toMatchObject([{ id: "a", state: "told", said: ["Theirs stays."], form: [] }]);
});

test("nothing goes under another name, nor where nobody is signed in; all of it is kept", async () => {
  await opened();
  for (const somebody of [{ id: "sam" }, null]) {
    world.waiting = [one("a")];
    world.signedIn = async () => somebody;
    await sendWaiting();
    expect(pauseNow()).toBe("signed-out");
  }
  world.signedIn = async () => ({ id: "kim" });
  world.answer = () => {
    world.signedIn = async () => null; // it ends between the question and the answer
    return refused(401)();
  };
  await sendWaiting();
  expect(pauseNow()).toBe("signed-out");
  expect(world.waiting).toMatchObject([{ id: "a", state: "waiting" }]);
  expect(world.sent).toEqual(["a"]);
});

test("who asks while another question is still open is not forgotten", async () => {
  await opened();
  world.waiting = [one("a")];
  let answer = (_nobody: null) => {};
  world.signedIn = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const first = sendWaiting();
  await vi.advanceTimersByTimeAsync(0);
  world.signedIn = async () => ({ id: "kim" }); // signs in meanwhile
  const second = sendWaiting();
  answer(null);
  await Promise.all([first, second]);
  expect(world.sent).toEqual(["a"]);
});

test("what is older than the server remembers is looked at first, and then sent", async () => {
  await opened();
  world.waiting = [one("a", { at: new Date(Date.now() - 26 * 86_400_000).toISOString() }), one("b")];
  await sendWaiting();
  expect(world.sent).toEqual(["b"]);
  expect(world.waiting).toMatchObject([{ id: "a", state: "refused", said: [expect.stringContaining("25 days")] }]);
  world.waiting = world.waiting.map((each) => ({ ...each, state: "waiting" }));
  await sendWaiting();
  expect(world.sent).toEqual(["b", "a"]);
});

test("a panel that is closed tries nothing again, and sends nothing more", async () => {
  await opened();
  world.waiting = [one("a"), one("b")];
  world.answer = lost;
  await sendWaiting();
  close();
  expect(vi.getTimerCount()).toBe(0);
  await opened();
  world.answer = async () => close();
  await sendWaiting();
  expect(world.sent).toEqual(["a"]);
});

test("an attempt that a session's end refused has found out who is signed in before it is over", async () => {
  await opened();
  world.waiting = [one("a")];
  world.answer = () => {
    world.signedIn = async () => {
      await written();
      return null;
    };
    return refused(401)();
  };
  await sendWaiting();
  expect(pauseNow()).toBe("signed-out");
});
