import { safeParse } from "valibot";
import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/contacts.json";
import { chosen, emailAddress } from "./rules";

const INVALID = "Please enter a valid email address";
const said = (typed: string, rule = emailAddress()) => safeParse(rule, typed).issues?.[0]?.message;

test.each(vectors.accepted)("%s is an email address", (address) => {
  expect(said(address)).toBeUndefined();
});

test.each(vectors.refused)("%j is none", (address) => {
  expect(said(address)).toBe(INVALID);
});

test("spaces around it do not matter, its length does", () => {
  expect(safeParse(emailAddress(), "  kim@example.com ").output).toBe("kim@example.com");
  expect(said(`${"k".repeat(242)}@example.com`)).toBeUndefined();
  expect(said(`${"k".repeat(243)}@example.com`)).toBe("Please use at most 254 characters");
});

test("a form may have words of its own", () => {
  expect(said("", emailAddress({ missing: "Required" }))).toBe("Required");
  expect(said("kim", emailAddress({ missing: "Required" }))).toBe(INVALID);
  expect(said("", emailAddress({ invalid: "Hm?" }))).toBe("Hm?");
});

test("what a record came with may stay, known here or not; nothing at all may not", () => {
  expect(safeParse(chosen<"new" | "won">(), "won").output).toBe("won");
  expect(safeParse(chosen<"new" | "won">(), "on_hold").output).toBe("on_hold");
  expect(safeParse(chosen<"new" | "won">(), "").success).toBe(false);
});
