import { expect, test } from "vitest";
import { type Check, isMet, missingOf } from "./checks";

const check = (id: string, more: Partial<Check> = {}): Check => ({
  id,
  words: id,
  required: true,
  photo: null,
  done: false,
  ...more,
});
const after = check("after", { photo: "after" });
const on = (kind: "before" | "after", fault: string | null = null) => ({ kind, fault });

test("a photo of its kind does a line, also one on its way, and none that was refused", () => {
  const images = [{ id: "a", kind: "after" as const }] as never;
  expect(isMet(after, { images }, [])).toBe(true);
  expect(isMet(after, { images: [] }, [on("after")])).toBe(true);
  expect(isMet(after, { images: [] }, [on("before")])).toBe(false);
  expect(isMet(after, { images: [] }, [on("after", "Too large.")])).toBe(false);
  expect(isMet(check("outlet"), { images }, [on("after")])).toBe(false);
});

test("what is needed is asked for with the last visit of a job alone", () => {
  const checklist = [check("outlet"), check("ladder", { done: true }), check("tidy", { required: false }), after];
  const visit = { images: [], checklist, lastOpen: true };
  expect(missingOf(visit, []).map(({ id }) => id)).toEqual(["outlet", "after"]);
  expect(missingOf(visit, [on("after")]).map(({ id }) => id)).toEqual(["outlet"]);
  expect(missingOf({ ...visit, lastOpen: false }, [])).toEqual([]);
});
