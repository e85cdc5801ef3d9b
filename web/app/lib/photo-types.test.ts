import { expect, test } from "vitest";
import { photoTypeFault } from "./photo-types";

test.each([
  ["image/jpeg", 0, "This file is empty. Please select another image."],
  ["text/plain", 0, "Please select a valid image file (JPEG, PNG, GIF, or WebP)"],
  ["image/webp", 1, undefined],
])("a file of %s and %i bytes is a photo, or it is said why not", (type, size, text) => {
  expect(photoTypeFault(new File(["x".repeat(size)], "a", { type }))?.text).toBe(text);
});
