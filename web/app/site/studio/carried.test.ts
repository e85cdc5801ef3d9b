// The drawing that goes along with a request: sent once however often that is tried, and never after it was taken out.
import { beforeEach, expect, test, vi } from "vitest";
import type { Carried } from "~/studio/finish";
import { carriedDrawing, carry, clearCarried, drawnFeet, dropCarried, sendCarried } from "./carried";
import { sendDrawing } from "./send-drawing";

vi.mock("./send-drawing", () => ({ sendDrawing: vi.fn() }));

const send = vi.mocked(sendDrawing);
const drawing = { plan: { s: "warm" }, picture: null, scheme: "Warm white", figure: null } as unknown as Carried;
const state = () => carriedDrawing()?.state;

beforeEach(() => {
  send.mockReset();
  dropCarried();
  carry(drawing);
});

test("the range of a drawing is that of a request of its length alone", () => {
  expect(drawnFeet(carriedDrawing(), 58)).toBeNull();
  carry({ ...drawing, length: { feet: 58, range: [52, 64] } });
  expect([57, 58, null].map((feet) => drawnFeet(carriedDrawing(), feet))).toEqual([null, [52, 64], null]);
  carry({ ...drawing, length: { feet: 12, range: [10, 14] } });
  expect(drawnFeet(carriedDrawing(), 20)).toEqual([10, 14]); // the least that a quote takes
});

test("it waits for its request, and is sent to what has its number", async () => {
  await sendCarried();
  expect([state(), send.mock.calls]).toEqual(["waiting", []]);
  send.mockResolvedValue(null);
  await sendCarried("2345-6789");
  expect([state(), send.mock.lastCall?.[2]]).toEqual(["sent", "2345-6789"]);
});

test("an answer that was lost is asked for again under the same key, to the same request", async () => {
  send.mockRejectedValueOnce(new Error("Lost.")).mockResolvedValueOnce(null);
  await sendCarried("2345-6789");
  expect(carriedDrawing()).toMatchObject({ state: "failed", said: "Lost." });
  await sendCarried();
  expect(state()).toBe("sent");
  const [first, second] = send.mock.calls;
  expect(first?.slice(1)).toEqual(second?.slice(1));
  expect(first?.[1]).toMatch(/^[\w-]{22,}$/);
});

test("what is on its way or has arrived is not sent once more", async () => {
  let arrive = (_: null) => {};
  send.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const first = sendCarried("2345-6789");
  await sendCarried();
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  arrive(null);
  await first;
  await sendCarried();
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  [true, "refused"],
  [false, "failed"],
])("refused for good, or not: %s", async (final, becomes) => {
  send.mockResolvedValue({ said: "No.", final });
  await sendCarried("2345-6789");
  expect(carriedDrawing()).toMatchObject({ state: becomes, said: "No." });
});

test("what was taken out is not sent", async () => {
  dropCarried();
  await sendCarried("2345-6789");
  expect(send).not.toHaveBeenCalled();
});

test("another drawing that took its place meanwhile waits for its own request", async () => {
  send.mockImplementation(async () => {
    carry({ ...drawing, scheme: "Holiday" });
    return null;
  });
  await sendCarried("2345-6789");
  expect(carriedDrawing()).toMatchObject({ scheme: "Holiday", state: "waiting", reference: null });
});

test("closing the dialog forgets what has a request, and keeps what has none yet", async () => {
  clearCarried();
  expect(state()).toBe("waiting");
  send.mockResolvedValue(null);
  await sendCarried("2345-6789");
  clearCarried();
  expect(carriedDrawing()).toBeNull();
});
