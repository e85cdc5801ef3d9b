import { afterEach, expect, test, vi } from "vitest";
import { keepSession, keptSession } from "./kept-session";
import { logOut, owesLogOut } from "./log-out";
import type { User } from "./session";

const server = vi.hoisted(() => ({ answers: true }));

vi.mock("./client", async (original) => ({
  ...(await original<object>()),
  api: {
    post: async () => {
      if (!server.answers) throw new TypeError("Failed to fetch");
      return {};
    },
  },
}));

afterEach(() => vi.restoreAllMocks());

test.each([true, false])("whoever logs out is kept no more; the server hears of it: %s", async (hears) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  server.answers = hears;
  keepSession({ id: "ann" } as User);
  expect(await logOut()).toBe(hears);
  expect([keptSession(), owesLogOut()]).toEqual([undefined, !hears]);
});
