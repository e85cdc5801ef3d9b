import { expect, test } from "vitest";
import { ApiError } from "~/api/error";
import { isOld, verdictOf } from "./verdict";

const answer = (status: number, error?: string, retryAfter?: number) =>
  verdictOf(new ApiError(status, JSON.stringify({ error }), "", retryAfter));

test("what no answer came to is sent again", () => {
  expect(verdictOf(new TypeError("Failed to fetch"))).toEqual({ is: "lost" });
  for (const status of [408, 502, 504]) expect(answer(status)).toEqual({ is: "lost" });
});

test("a server that asks for time gets it", () => {
  expect(answer(429, "Too many", 30)).toEqual({ is: "busy", seconds: 30 });
  expect(answer(503)).toEqual({ is: "busy", seconds: 10 });
  expect(answer(409, "This is still being saved.", 1)).toEqual({ is: "busy", seconds: 1 });
});

test("a session that is over, or somebody else's, keeps what waits", () => {
  expect(answer(401)).toEqual({ is: "signed-out" });
  expect(answer(412, "Somebody else is signed in.")).toEqual({ is: "signed-out" });
});

test("what is refused is told in the server's sentence, or ours", () => {
  expect(answer(409, "It was cancelled.")).toEqual({ is: "refused", sentence: "It was cancelled." });
  for (const status of [400, 403, 404, 409, 413, 415, 422, 500])
    expect(answer(status)).toMatchObject({ is: "refused", sentence: expect.stringMatching(/\.$/) });
  expect(answer(404, "Not found.")).toEqual({
    is: "refused",
    sentence: "This job is not among yours any more, or is gone. Ask the person who plans it.",
  });
  expect(answer(403, "You may not do this.")).toEqual({
    is: "refused",
    sentence: "You may not do this any more. Ask the person who plans this job.",
  });
  const fields = verdictOf(new ApiError(400, '{"error":"Not valid","fields":{"notes":"Too long."}}', ""));
  expect(fields).toEqual({ is: "refused", sentence: "Too long." });
});

test("what has waited too long needs a person, and a clock that was set back ages nothing", () => {
  const now = Date.parse("2026-06-30T12:00:00Z");
  expect(isOld("2026-06-05T12:00:01Z", now)).toBe(false);
  expect(isOld("2026-06-05T11:59:59Z", now)).toBe(true);
  expect(isOld("2027-01-01T00:00:00Z", now)).toBe(false);
});
