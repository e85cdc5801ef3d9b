// The text of a file of ZIP codes, whatever program wrote it.

/** As the server takes it, in characters (duskline/panel/company/territories.py); a larger file is no list of ZIP codes. */
const LARGEST = 1_000_000;

/** By its first bytes; what is in another encoding keeps its digits. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Throws where the file is too large. What is no text becomes a mark of its own, so that its line is refused and the others are not. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error("This file is larger than 1 MB. Save the ZIP codes alone, as CSV.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll("\0", "\ufffd");
}
