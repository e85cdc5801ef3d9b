import { expect, test } from "vitest";
import type { Waiting } from "./operation";
import { nextOf } from "./turn";

const one = (id: string, about: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  about,
  person: "kim",
  name: "Kim",
  path: "/api/panel/x",
  method: "POST",
  at: "",
  title: "",
  place: "",
  words: "",
  shown: null,
  state: "waiting",
  said: [],
  ...more,
});
const photo = { form: [] };

test("what was done first about a visit is sent first", () => {
  expect(nextOf([one("a", "v"), one("b", "v")], "kim")?.id).toBe("a");
  expect(nextOf([one("a", "v", photo), one("b", "v")], "kim")?.id).toBe("a");
});

test("a photo of one visit does not hold up another", () => {
  expect(nextOf([one("a", "v", photo), one("b", "w")], "kim")?.id).toBe("b");
});

test("what was refused waits for a person, and the next goes on", () => {
  expect(nextOf([one("a", "v", { state: "refused" }), one("b", "v")], "kim")?.id).toBe("b");
});

test("nobody sends what another person did", () => {
  expect(nextOf([one("a", "v", { person: "sam" })], "kim")).toBeUndefined();
});
