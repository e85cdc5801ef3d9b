// How a drawing leaves the browser: with its picture only where there is one, and which refusals are for good.
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "~/api/client";
import { ApiError } from "~/api/error";
import type { Carried } from "~/studio/finish";
import { sendDrawing } from "./send-drawing";

vi.mock("~/api/client", async (actual) => ({ ...(await actual<object>()), api: { post: vi.fn() } }));

const post = vi.mocked(api.post);
const KEY = "k".repeat(22);
const plan = { s: "warm" } as Carried["plan"];
const send = (picture: Blob | null) => sendDrawing({ plan, picture } as Carried, KEY, "2345-6789");
const given = () => post.mock.lastCall?.[1] as unknown as { body: FormData; headers: Record<string, string> };

beforeEach(() => {
  post.mockReset();
});

test("it goes under its key, with the picture that was agreed to", async () => {
  expect(await send(new Blob(["house"], { type: "image/jpeg" }))).toBeNull();
  const { body, headers } = given();
  expect(Object.values(headers)).toEqual([KEY]);
  expect([body.get("plan"), body.get("reference")]).toEqual(['{"s":"warm"}', "2345-6789"]);
  expect(await (body.get("image") as File).text()).toBe("house");
});

test("without a picture there is no part for one", async () => {
  await send(null);
  expect([...given().body.keys()]).toEqual(["plan", "reference", "key"]);
});

test.each([
  [400, true],
  [404, true],
  [413, true],
  [422, true],
  [429, false],
  [503, false],
])("%i is for good: %s", async (status, final) => {
  post.mockRejectedValue(new ApiError(status, '{"error":"No."}', ""));
  expect(await send(null)).toMatchObject({ final });
});
