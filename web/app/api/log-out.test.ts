import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./error";
import { keepSession, keptSession } from "./kept-session";
import { leaveFormer, logOut, owesLogOut } from "./log-out";
import type { User } from "./session";

const server = vi.hoisted(() => ({
  status: 204,
  asked: [] as unknown[],
  held: undefined as Promise<void> | undefined,
}));

vi.mock("./client", async (original) => ({
  ...(await original<object>()),
  api: {
    post: async (...asked: unknown[]) => {
      server.asked = asked;
      if (server.status === 0) throw new TypeError("Failed to fetch");
      await server.held;
      if (server.status === 412) throw new ApiError(412, "", "");
      return {};
    },
  },
}));

afterEach(() => vi.restoreAllMocks());

test.each([
  [204, "ended"],
  [0, "owed"],
  [412, "another"], // and nobody owes the end of somebody else's session
] as const)("who logs out is kept no more; the server answers %s", async (status, came) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  server.status = status;
  keepSession({ id: "ann" } as User);
  expect(await logOut("ann")).toBe(came);
  expect([keptSession(), owesLogOut()]).toEqual([undefined, came === "owed"]);
});

test("a sign-in leaves nothing of the former session, and nobody owes its end", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  server.status = 0;
  await logOut("ann");
  keepSession({ id: "ann" } as User);
  leaveFormer();
  expect([keptSession(), owesLogOut()]).toEqual([undefined, false]);
});

test("what is owed is the end of that person's session alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const status of [0, 204]) {
    server.status = status;
    await (status ? logOut() : logOut("ann"));
    expect(server.asked).toEqual(["/api/auth/logout", { headers: { "X-Person": "ann" } }]);
  }
  expect(owesLogOut()).toBe(false);
});

test("a log-out whose answer is late is owed until it comes", async () => {
  vi.useFakeTimers();
  let answer = () => {};
  server.status = 204;
  server.held = new Promise((resolve) => {
    answer = resolve;
  });
  const came = logOut("ann");
  await vi.advanceTimersByTimeAsync(3000);
  expect(await came).toBe("owed");
  expect(owesLogOut()).toBe(true);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(owesLogOut()).toBe(false);
  server.held = undefined;
  vi.useRealTimers();
});
