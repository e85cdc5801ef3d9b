import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { Session, User } from "./session";

const USER = "/api/auth/user";
const KIM = { id: "kim", role: "technician", permissions: ["canManageWorkOrders"] } as User;
const SAM = { id: "sam", role: "technician", permissions: ["canManageWorkOrders"] } as User;

/** Who is signed in, as the server says: nobody; or nothing is heard of it. */
let signedIn: User | null | "away" = null;
/** What other calls than this question answer. */
let status = 200;
/** For whom each call was made. */
let calls: [path: string, person: string | null][] = [];

async function server({ method, url, headers }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  calls.push([pathname, headers.get("X-Person")]);
  if (signedIn === "away") throw new TypeError("Failed to fetch");
  if (pathname !== USER || method !== "GET") return new Response("{}", { status });
  return new Response(JSON.stringify(signedIn ?? {}), { status: signedIn ? 200 : 401 });
}

/** Addresses of calls are relative to the page. */
class Asked extends Request {
  constructor(input: string | Request, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, "https://panel.example") : input, init);
  }
}

function Screen({ sees }: { sees: () => void }) {
  sees();
  return null;
}

/** A document of its own. */
async function opened() {
  vi.resetModules();
  const [{ QueryClientProvider }, { queries }, { send }, { session }, kept, code] = await Promise.all([
    import("@tanstack/react-query"),
    import("./queries"),
    import("./client"),
    import("~/lib/storage"),
    import("./kept-session"),
    import("./session"),
  ]);
  const ended: string[] = [];
  code.whenEnded((end) => void ended.push(end));
  const seen: Session[] = [];
  const screen = createElement(Screen, { sees: () => void seen.push(code.useSession()) });
  renderToString(createElement(QueryClientProvider, { client: queries }, screen));
  return {
    ...kept,
    ...code,
    ended,
    session,
    ask: () => seen[0]?.ask(),
    shown: () => queries.getQueryData<{ user: User | null; unanswered: boolean }>([USER]),
    call: (path: string, method = "POST", headers = {}) =>
      send(new Request(path, { method, headers })).catch(() => undefined),
  };
}

beforeEach(() => {
  calls = [];
  status = 200;
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("Request", Asked);
});

test("a question without an answer shows whoever was known, and fails for whoever asked", async () => {
  const { askWhoIsSignedIn, keepSession, shown } = await opened();
  signedIn = KIM;
  expect(await askWhoIsSignedIn()).toEqual(KIM);
  keepSession(SAM); // signed in meanwhile in another tab
  signedIn = "away";
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(shown()).toEqual({ user: KIM, unanswered: true });
});

test("where nobody is known yet it is whoever is kept, and nobody else", async () => {
  const { askWhoIsSignedIn, keepSession, shown } = await opened();
  signedIn = "away";
  await expect(askWhoIsSignedIn()).rejects.toThrow("Failed to fetch");
  expect(shown()).toBeUndefined();
  keepSession(KIM);
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(shown()).toEqual({ user: KIM, unanswered: true });
});

test("what ends a session is told once for all that goes with it, and a lost line does not take it back", async () => {
  const { askWhoIsSignedIn, ended, isSessionOver, keepSession, keptSession } = await opened();
  keepSession(KIM);
  signedIn = null;
  expect(await askWhoIsSignedIn()).toBeNull();
  expect([ended, keptSession(), isSessionOver()]).toEqual([["session-over"], undefined, true]);
  signedIn = "away";
  keepSession(KIM); // signed in meanwhile in another tab
  await expect(askWhoIsSignedIn()).rejects.toThrow();
  expect(isSessionOver()).toBe(true);
});

test("what goes with a session goes also where its code comes after the server's word", async () => {
  const { askWhoIsSignedIn, whenEnded } = await opened();
  signedIn = null;
  await askWhoIsSignedIn();
  const late = vi.fn();
  whenEnded(late);
  expect(late.mock.calls.map(([end]) => end)).toEqual(["session-over"]);
});

test.each([
  ["/api/panel/leads", 401, {}, ["session-over"], null],
  ["/api/auth/user", 401, {}, ["session-over"], null],
  ["/api/auth/password", 401, {}, ["session-over"], null],
  ["/api/auth/sessions/end-others", 401, {}, ["session-over"], null],
  ["/api/auth/second-factor/app", 401, {}, ["session-over"], null],
  ["/api/panel/notifications", 401, { "X-By-Itself": "yes" }, ["session-over"], KIM],
  ["/api/panel/leads", 403, {}, [], KIM],
  ["/api/panel/leads", 503, {}, [], KIM],
  ["/api/auth/login", 401, {}, [], KIM],
  ["/api/auth/passkey", 401, {}, [], KIM],
])("%s that answers %i, asked with %j, ends %j", async (path, answer, headers, ends, user) => {
  const { askWhoIsSignedIn, call, ended, shown } = await opened();
  signedIn = KIM;
  await askWhoIsSignedIn();
  status = answer;
  await call(path, path === "/api/auth/user" ? "PATCH" : "POST", headers);
  expect([ended, shown()?.user]).toEqual([ends, user]);
});

test("every call says for whom it is made, and the question who is signed in says nothing", async () => {
  const { askWhoIsSignedIn, call } = await opened();
  signedIn = KIM;
  await askWhoIsSignedIn();
  await call("/api/panel/leads");
  await call("/api/auth/password");
  await call("/api/panel/visits", "POST", { "X-Person": "sam" }); // a call that was kept says for itself
  await askWhoIsSignedIn();
  expect(calls).toEqual([
    [USER, ""],
    ["/api/panel/leads", "kim"],
    ["/api/auth/password", "kim"],
    ["/api/panel/visits", "sam"],
    [USER, ""],
  ]);
});

test("a call that is refused because somebody else is signed in stops the tab, and ends nothing of theirs", async () => {
  const { askWhoIsSignedIn, call, ended, isOwner, isSessionOver, keptSession, session, shown } = await opened();
  signedIn = KIM;
  await askWhoIsSignedIn();
  signedIn = SAM;
  status = 412;
  await call("/api/panel/leads");
  await vi.waitFor(() => expect(shown()?.user).toEqual(SAM));
  expect([isOwner(SAM), isSessionOver(), keptSession(), ended]).toEqual([false, true, SAM, []]);
  expect(session.get("person")).toBe("kim");
  signedIn = KIM;
  await askWhoIsSignedIn(); // the first person is back
  expect([isOwner(KIM), isSessionOver()]).toEqual([true, false]);
});

test.each([
  { role: "sales_rep" },
  { scope: { level: "branch" } },
  { permissions: [] },
  { branchId: "2" },
  { regionId: "2" },
])("what was read goes with other rights, such as %j", async (other) => {
  const { askWhoIsSignedIn, ended } = await opened();
  signedIn = KIM;
  await askWhoIsSignedIn();
  signedIn = { ...KIM, ...other } as User;
  await askWhoIsSignedIn();
  expect(ended).toEqual(["other-rights"]);
});

test("another role or place takes along what was read, and the same takes nothing", async () => {
  const { askWhoIsSignedIn, call, ended, shown } = await opened();
  signedIn = KIM;
  await askWhoIsSignedIn();
  signedIn = { ...KIM, firstName: "Kimberly" };
  await askWhoIsSignedIn();
  expect(ended).toEqual([]);
  signedIn = { ...KIM, role: null, permissions: [] };
  status = 403;
  await call("/api/panel/own-visits", "GET");
  await vi.waitFor(() => expect(ended).toEqual(["other-rights"]));
  expect(shown()?.user?.role).toBeNull();
});

/** Kim's tab, which hears what other tabs change in the browser's storage. */
async function openedAmongOthers() {
  vi.stubEnv("SSR", false);
  vi.stubGlobal("location", new URL("https://panel.example/panel"));
  const hears: ((event: unknown) => void)[] = [];
  vi.stubGlobal("addEventListener", (_: string, act: (event: unknown) => void) => hears.push(act));
  signedIn = KIM;
  const found = await opened();
  await found.askWhoIsSignedIn();
  calls = [];
  vi.unstubAllEnvs();
  const hear = (key: string) => {
    for (const act of hears) act({ key });
  };
  const { local } = await import("~/lib/storage");
  const hearOfTheEnd = () => {
    local.remove("keptSession1");
    hear("keptSession1");
  };
  return { ...found, hear, hearOfTheEnd, local };
}

test("another tab's word shows whose session it is by now, and stops this one", async () => {
  const { hear, isSessionOver, keepSession, shown } = await openedAmongOthers();
  keepSession(SAM);
  hear("theme");
  expect(shown()?.user).toEqual(KIM);
  hear("keptSession1");
  expect([shown()?.user, isSessionOver(), calls]).toEqual([SAM, true, []]);
});

test.each([
  ["ended", null, null],
  ["away", "away", null],
  ["somebody else's", SAM, SAM],
  ["of the same person, who has signed in again", KIM, KIM],
] as const)("another tab's word that the session is over stops this one at once; it is %s", async (_, answer, user) => {
  const { hear, hearOfTheEnd, isSessionOver, keptSession, shown } = await openedAmongOthers();
  signedIn = answer;
  hear("theme");
  expect(calls).toEqual([]);
  hearOfTheEnd();
  await vi.waitFor(() => expect([shown()?.user, keptSession() ?? null]).toEqual([user, user]));
  expect(isSessionOver()).toBe(user !== KIM);
  expect(calls).toEqual([[USER, ""]]);
});

test("a server that does not answer is waited for some seconds once another tab has ended the session", async () => {
  const { hearOfTheEnd, shown } = await openedAmongOthers();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  hearOfTheEnd();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(shown()?.user).toEqual(KIM);
  await vi.advanceTimersByTimeAsync(200);
  expect(shown()?.user).toBeNull();
  vi.useRealTimers();
});

/** The next questions are answered after so many milliseconds: the user as they are signed in then. */
function answersAfter(milliseconds: number) {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return server(request);
  });
}

test("a kept user is shown after some seconds without an answer, and a late answer counts all the same", async () => {
  const { ask, keepSession, shown } = await opened();
  keepSession(KIM);
  signedIn = { ...KIM, role: "admin" };
  answersAfter(5_000);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(3_100);
  expect([await asked, shown()]).toEqual([KIM, { user: KIM, unanswered: true }]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown()).toEqual({ user: signedIn, unanswered: false });
  vi.useRealTimers();
});

test("a late answer does not count once something newer is known", async () => {
  const { ask, call, keepSession, shown } = await opened();
  keepSession(KIM);
  signedIn = KIM;
  answersAfter(5_000);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(3_100);
  await asked;
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 401 }));
  await call("/api/panel/leads");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown()).toEqual({ user: null, unanswered: false });
  vi.useRealTimers();
});

test.each([
  ["has logged out", undefined],
  ["has given way to somebody else", SAM],
])("an answer about a user who %s meanwhile keeps nobody", async (_, next) => {
  const { askWhoIsSignedIn, keepSession, keptSession } = await opened();
  const { local } = await import("~/lib/storage");
  keepSession(KIM);
  let answer: ((response: Response) => void) | undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const asked = askWhoIsSignedIn();
  await vi.waitFor(() => expect(answer).toBeDefined());
  local.remove("keptSession1");
  if (next) keepSession(next);
  signedIn = next ?? null;
  vi.stubGlobal("fetch", server);
  answer?.(new Response(JSON.stringify(KIM)));
  expect([await asked, keptSession()]).toEqual([next ?? null, next]);
});

test("work that goes on by itself waits for a slow answer", async () => {
  const { askWhoIsSignedIn, keepSession } = await opened();
  keepSession(KIM);
  signedIn = KIM;
  answersAfter(10_000);
  const asked = askWhoIsSignedIn();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(await asked).toEqual(KIM);
  vi.useRealTimers();
});

test.each([
  ["away", ["/api/auth/logout"], KIM.id],
  [null, ["/api/auth/logout", USER], null],
] as const)("a log-out that another tab owes is brought to the server first; it is %s", async (answer, asked, owed) => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const { hearOfTheEnd, local, shown } = await openedAmongOthers();
  signedIn = answer;
  local.set("logOutOwed", KIM.id);
  hearOfTheEnd();
  await vi.waitFor(() => expect(shown()?.user).toBeNull());
  expect([calls.map(([path]) => path), local.get("logOutOwed")]).toEqual([asked, owed]);
});

/** The panel is opened: it asks while the code of its screens is on its way. */
async function openedAhead() {
  vi.stubEnv("SSR", false);
  vi.stubGlobal("location", new URL("https://panel.example/panel"));
  vi.stubGlobal("addEventListener", () => undefined);
  const found = await opened();
  await vi.waitFor(() => expect(found.keptSession()).toEqual(KIM));
  vi.unstubAllEnvs();
  return found;
}

test("what was asked ahead is the first answer, and no later one", async () => {
  signedIn = KIM;
  const { ask } = await openedAhead();
  expect([await ask(), calls.length]).toEqual([KIM, 1]);
  signedIn = null;
  expect([await ask(), calls.length]).toEqual([null, 2]);
});

test("what was asked ahead does not count once something newer is known", async () => {
  signedIn = KIM;
  const { ask, call } = await openedAhead();
  status = 401;
  await call("/api/panel/leads");
  signedIn = null;
  expect(await ask()).toBeNull();
});

test("whoever asks without an answer is told who is kept, and not who was shown", async () => {
  const { ask, keepSession, keptSession } = await opened();
  signedIn = KIM;
  expect(await ask()).toEqual(KIM);
  signedIn = "away";
  expect(await ask()).toEqual(KIM);
  keepSession(SAM); // signed in meanwhile in another tab
  expect([await ask(), keptSession()]).toEqual([SAM, SAM]);
});

test("while a log-out is due nobody is asked for before the server has heard of it", async () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const { askWhoIsSignedIn } = await opened();
  const { local } = await import("~/lib/storage");
  local.set("logOutOwed", KIM.id);
  signedIn = "away";
  await expect(askWhoIsSignedIn()).rejects.toThrow("No answer.");
  expect(calls.map(([path]) => path)).toEqual(["/api/auth/logout"]);
  signedIn = null;
  expect([await askWhoIsSignedIn(), local.get("logOutOwed")]).toEqual([null, null]);
  expect(calls.slice(1).map(([path]) => path)).toEqual(["/api/auth/logout", USER]);
});
