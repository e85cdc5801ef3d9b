import { expect, test } from "vitest";
import { ApiError, isLost, lostAs, sentenceOf } from "./error";

test("the message is the status, a colon, a space and the body, or the status text without one", () => {
  expect(new ApiError(404, '{"error":"Not found"}', "Not Found").message).toBe('404: {"error":"Not found"}');
  expect(new ApiError(502, "", "Bad Gateway").message).toBe("502: Bad Gateway");
});

test("sentence and fields are read from the body where it has them", () => {
  const refused = new ApiError(400, '{"error":"Required","fields":{"name":"Required"}}', "");
  expect(refused.sentence).toBe("Required");
  expect(refused.fields).toEqual({ name: "Required" });
});

test.each(["", "<html>", "null", "[]", '{"error":5,"fields":"x"}'])(
  "a body of another shape (%s) has neither",
  (body) => {
    const odd = new ApiError(500, body, "");
    expect(odd.sentence).toBeUndefined();
    expect(odd.fields).toEqual({});
  },
);

test("a person is told the server's sentence, or else the given one", () => {
  expect(sentenceOf(new ApiError(409, '{"error":"Reload it."}', ""), "Failed")).toBe("Reload it.");
  expect(sentenceOf(new TypeError("network"), "Failed")).toBe("Failed");
});

test("what stands in between answers without a sentence of ours, and nobody knows whether the call was done", () => {
  const answered = (status: number, body: string) => isLost(new ApiError(status, body, ""));
  for (const status of [500, 502, 503, 504]) {
    expect(answered(status, "<h1>Service Unavailable</h1>")).toBe(true);
    expect(answered(status, '{"error":"Something went wrong on our side."}')).toBe(false);
  }
  expect(answered(403, "<h1>Forbidden</h1>")).toBe(false);
  expect(isLost(new TypeError("network"))).toBe(true);
});

test("where a call is not done once by itself, a lost answer says what to do, and what was refused stays what it is", async () => {
  const instead = lostAs("Look at the list.");
  const lost = await Promise.reject(new TypeError("network"))
    .catch(instead)
    .catch((error: unknown) => error);
  expect([sentenceOf(lost, "Failed"), isLost(lost)]).toEqual(["Look at the list.", false]);
  const refused = new ApiError(409, '{"error":"You have enough."}', "");
  expect(
    await Promise.reject(refused)
      .catch(instead)
      .catch((error: unknown) => error),
  ).toBe(refused);
});
