import { expect, test } from "vitest";
import { textOf } from "./file-text";

const file = (...parts: BlobPart[]) => new File(parts, "zips.csv");

test("a file is read as the program meant it that wrote it", async () => {
  expect(await textOf(file("43004\r\n43005"))).toBe("43004\r\n43005");
  expect(await textOf(file(new Uint8Array([0xff, 0xfe, 0x34, 0, 0x33, 0])))).toBe("43");
  expect(await textOf(file(new Uint8Array([0xfe, 0xff, 0, 0x34, 0, 0x33])))).toBe("43");
});

test("what is no text spoils its own line alone", async () => {
  expect(await textOf(file(new Uint8Array([0x34, 0, 0xe9, 0x0a, 0x35])))).toBe("4\ufffd\ufffd\n5");
});

test("a file that is no list is refused before it is read", async () => {
  const large = { size: 50_000_000, arrayBuffer: () => Promise.reject(new Error("read")) } as unknown as File;
  await expect(textOf(large)).rejects.toThrow("This file is larger than 1 MB. Save the ZIP codes alone, as CSV.");
});
