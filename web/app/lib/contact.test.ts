import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/contacts.json";
import { mailto, tel } from "./contact";

test.each(Object.entries(vectors.mailto))("%j is written to by %s", (address, link) => {
  expect(mailto(address)).toBe(link);
});

test("a link has no part but the address, whatever stands in it", () => {
  for (const address of [...vectors.accepted, ...Object.keys(vectors.mailto)]) {
    const { search, hash, pathname } = new URL(mailto(address) ?? "");
    expect([search, hash]).toEqual(["", ""]);
    const [local = "", domain = ""] = pathname.split("@");
    expect(`${decodeURIComponent(local)}@${decodeURIComponent(domain)}`).toBe(address);
  }
  // Control: pasted into a link as it is, the address adds a reader.
  expect(new URL("mailto:victim@example.com?bcc=spy@example.com").search).toBe("?bcc=spy@example.com");
});

test("no address, no link", () => {
  expect(mailto("by phone only")).toBeNull();
});

test.each(Object.entries(vectors.tel))("%j is called by %s", (typed, link) => {
  expect(tel(typed)).toBe(link);
});
