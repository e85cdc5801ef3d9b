import { expect, test } from "vitest";
import { previewAddress } from "./letter-kind";

test("a preview is asked for with the words as they are typed, in the theme that is chosen", () => {
  const words = { subject: "Your quote & more", words: "Hello {greeting}\n\n+ 1 ?", below: "" };
  for (const dark of [true, false]) {
    const { pathname, searchParams } = new URL(previewAddress("quote", words, dark), "https://duskline.example");
    expect(pathname).toBe("/api/panel/letter-kinds/quote/preview");
    expect(Object.fromEntries(searchParams)).toEqual({ ...words, dark: String(dark) });
  }
});
