// A photo as it is worked with: upright, no larger than needed, with its lens in widths of what is seen, and its doubts told.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PictureRefused } from "../engine";
import { type Head, plain } from "./head";
import { judged, refusals } from "./judge";
import { MOVES, openPhoto } from "./open-photo";

vi.mock("./judge", async (actual) => ({ ...(await actual<object>()), judged: vi.fn() }));

const decode = vi.fn();
const seen = { width: 1600, height: 1200, close: () => {} };
const open = (head: Partial<Head> = {}) => {
  vi.mocked(judged).mockResolvedValue({ ...plain, type: "JPEG", width: 4000, height: 3000, data: 0, ...head });
  return openPhoto(new Blob(["photo"]));
};

beforeEach(() => {
  decode.mockReset().mockResolvedValue(seen);
  vi.stubGlobal("createImageBitmap", decode);
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => null;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [1, 1600, 1200],
  [4, 1600, 1200],
  [5, 1200, 1600],
  [6, 1200, 1600],
  [8, 1200, 1600],
])("held as %i it is decoded to %i by %i", async (orientation, resizeWidth, resizeHeight) => {
  await open({ orientation });
  const options = { imageOrientation: "from-image", resizeWidth, resizeHeight };
  expect(decode).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), expect.objectContaining(options));
});

test("a small picture is not made larger", async () => {
  await open({ width: 1200, height: 900 });
  expect(decode.mock.lastCall?.[1]).toEqual({ imageOrientation: "from-image" });
});

test("a lens is told in widths of the picture as it is seen", async () => {
  expect((await open({ focal: 0.75 })).focal).toBe(0.75);
  expect((await open({ focal: 0.75, orientation: 6 })).focal).toBe(1);
  expect((await open({ orientation: 6 })).focal).toBeNull();
});

test("that it moves is told", async () => {
  expect((await open({ moves: true })).doubts).toEqual([MOVES]);
  expect((await open()).doubts).toEqual([]);
});

test.each<[string, Partial<Head>, keyof typeof refusals]>([
  ["four inks", { inks: true }, "inks"],
  ["HEIC", { type: "HEIC" }, "heic"],
  ["a PNG", { type: "PNG" }, "undecoded"],
])("%s that this browser cannot decode ends in a sentence of its own", async (_, head, why) => {
  decode.mockRejectedValue(new DOMException("No.", "InvalidStateError"));
  const fault = await open(head).catch((thrown: unknown) => thrown);
  expect(fault).toBeInstanceOf(PictureRefused);
  expect((fault as Error).message).toBe(refusals[why]);
});

test("what came out of the file is judged once more, and let go", async () => {
  const close = vi.fn();
  decode.mockResolvedValue({ width: 300, height: 200, close });
  await expect(open({ type: "HEIC", width: 0, height: 0 })).rejects.toThrow(refusals.small);
  expect(close).toHaveBeenCalled();
});
