import { expect, test } from "vitest";
import vectors from "../../../tests/vectors/contacts.json";
import { mailto, phoneText, sms, tel } from "./contact";

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

test("a text message goes to the number alone, with its words", () => {
  const link = sms("+1 (614) 555-0177 ext. 42", "Hello Ada & Bo?&body=x, this is Kim. ") ?? "";
  expect(link).toBe("sms:+16145550177?&body=Hello%20Ada%20%26%20Bo%3F%26body%3Dx%2C%20this%20is%20Kim.%20");
  expect(new URL(link).searchParams.getAll("body")).toEqual(["Hello Ada & Bo?&body=x, this is Kim. "]);
  expect(sms("by mail", "Hello")).toBeNull();
});

test.each([
  ["5555550123", "(555) 555-0123"],
  ["15555550123", "(555) 555-0123"],
  ["+15555550123", "(555) 555-0123"],
  [" 5555550123 ", "(555) 555-0123"],
])("%j is read as %s", (typed, text) => {
  expect(phoneText(typed)).toBe(text);
});

test.each(["614-555-0177", "614.555.0177 ext. 42", "+44 20 7946 0958", "+442079460958", "5550123", "911", "by mail"])(
  "%j stays as it was typed",
  (typed) => {
    expect(phoneText(typed)).toBe(typed);
  },
);
