import { expect, test } from "vitest";
import { bytesOf, isDeclined, isKnownHere, textOf } from "./passkeys";

test("bytes travel as base64url without padding, and come back", () => {
  expect(textOf(new Uint8Array([251, 255, 254]).buffer)).toBe("-__-");
  expect(textOf(new Uint8Array([1]).buffer)).toBe("AQ");
  expect([...bytesOf("-__-")]).toEqual([251, 255, 254]);
  expect([...bytesOf("AQ")]).toEqual([1]);
  expect([...bytesOf("")]).toEqual([]);
});

test("a closed dialog is no fault, and a device that has a passkey is told", () => {
  expect(isDeclined(new DOMException("", "NotAllowedError"))).toBe(true);
  expect(isDeclined(new Error("NotAllowedError"))).toBe(false);
  expect(isKnownHere(new DOMException("", "InvalidStateError"))).toBe(true);
  expect(isKnownHere(new DOMException("", "NotAllowedError"))).toBe(false);
});
