import { afterEach, expect, test, vi } from "vitest";
import { shrunk } from "./photo";

const MIB = 1024 * 1024;
const file = (size: number, type = "image/jpeg") => new File([new Uint8Array(size)], "photo.jpg", { type });

/** A browser that draws pictures of this size, into so many bytes. */
function draws(width: number, height: number, bytes: number) {
  const drawn: [number, number][] = [];
  vi.stubGlobal("createImageBitmap", async () => ({ width, height, close: () => undefined }));
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      constructor(...size: [number, number]) {
        drawn.push(size);
      }
      getContext = () => ({ drawImage: () => undefined });
      convertToBlob = async ({ type }: { type: string }) => new Blob([new Uint8Array(bytes)], { type });
    },
  );
  return drawn;
}

afterEach(() => vi.unstubAllGlobals());

test("a photo of a camera is drawn with its longer edge at 2,048 pixels", async () => {
  const drawn = draws(3024, 4032, 400_000);
  const sent = await shrunk(file(5 * MIB));
  expect(drawn).toEqual([[1536, 2048]]);
  expect([sent.type, sent.size]).toEqual(["image/jpeg", 400_000]);
});

test("a small picture grows no larger, and one that would weigh more stays as it is", async () => {
  const drawn = draws(1000, 500, 3 * MIB);
  const chosen = file(2 * MIB);
  expect(await shrunk(chosen)).toBe(chosen);
  expect(drawn).toEqual([[1000, 500]]);
});

test("what is small already is sent as it is; what the server does not take is drawn anew", async () => {
  const drawn = draws(4032, 3024, 400_000);
  const small = file(MIB);
  expect(await shrunk(small)).toBe(small);
  expect((await shrunk(file(MIB, "image/heic"))).type).toBe("image/jpeg");
  expect(drawn).toEqual([[2048, 1536]]);
});

test("what the browser cannot draw goes as it is", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("No image")));
  const chosen = file(5 * MIB);
  expect(await shrunk(chosen)).toBe(chosen);
});
