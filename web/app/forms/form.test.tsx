// @vitest-environment happy-dom
import { act } from "react";
import { minLength, object, pipe, string } from "valibot";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, ChangedSince } from "~/api/error";
import { place } from "~/ui/place";
import { holders } from "~/ui/unsaved";
import { Form, UNANSWERED, useFields } from "./form";

const EARLIER = { text: `${UNANSWERED.text} What you changed since then has not been saved.` };

type Submit = (event: object, isTyped: () => boolean) => Promise<boolean>;

/** What the form does with a press. */
const element = vi.hoisted(() => ({ submit: undefined as Submit | undefined }));
vi.mock("./form-element", () => ({
  FormElement: ({ onSubmit }: { onSubmit: Submit }) => {
    element.submit = onSubmit;
    return null;
  },
  useSending: () => false,
}));

const schema = object({ name: pipe(string(), minLength(1, "A name is required")) });
let form: ReturnType<typeof useFields<typeof schema>>;
const send = vi.fn(async (_values: object, _key: string): Promise<unknown> => ({}));
const onSent = vi.fn();
const onFailed = vi.fn();

function Part() {
  form = useFields({ schema, defaults: { name: "Ada" } });
  return (
    <Form form={form} send={send} onSent={onSent} onFailed={onFailed} guarded>
      {null}
    </Form>
  );
}

const press = () => act(async () => void (await element.submit?.({ preventDefault() {}, persist() {} }, () => false)));
const type = (name: string) => act(async () => form.setValue("name", name, { shouldDirty: true }));
const asks = () => [...holders.values()].map(({ current }) => current?.());
const keys = () => send.mock.calls.map(([, key]) => key);

beforeEach(async () => {
  vi.clearAllMocks();
  holders.clear();
  await place().draw(<Part />);
});

test("what failed is sent again under its key, and what comes after a success under another", async () => {
  send.mockRejectedValueOnce(new TypeError("lost"));
  for (let presses = 0; presses < 3; presses += 1) await press();
  const [failed, again, next] = keys();
  expect(again).toBe(failed);
  expect(next).not.toBe(again);
  expect(onSent).toHaveBeenCalledTimes(2);
});

test("a failure is told; words that were taken earlier are asked about, and nothing has failed", async () => {
  send.mockRejectedValueOnce(new ApiError(422, "{}", ""));
  await press();
  expect(onFailed).not.toHaveBeenCalled();
  send.mockRejectedValueOnce(new ApiError(500, "{}", ""));
  await press();
  expect(onFailed).toHaveBeenCalledOnce();
  expect(onSent).not.toHaveBeenCalled();
});

test("what is gone since is sent as another one by the next press; what was changed since only where the form is asked to", async () => {
  send.mockRejectedValueOnce(new ChangedSince({ id: 1 })).mockRejectedValueOnce(new ChangedSince());
  for (let presses = 0; presses < 3; presses += 1) await press();
  const [first, again, next] = keys();
  expect(again).toBe(first);
  expect(next).not.toBe(again);
});

test("what is chosen while it is sent keeps the form", async () => {
  send.mockImplementationOnce(async () => form.setValue("name", "Ben"));
  await press();
  expect(onSent).not.toHaveBeenCalled();
});

test("a form that was sent asks nothing on the way out that follows", async () => {
  await type("Ben");
  expect(holders.size).toBe(1);
  let held = -1;
  onSent.mockImplementationOnce(() => {
    held = holders.size;
  });
  await press();
  expect(held).toBe(0);
});

test("of words that are being saved, or whose answer was lost, it is not asked as if they were not saved", async () => {
  await type("Bea");
  expect(asks()).toEqual([undefined]);
  let lose = (_error: Error) => {};
  send.mockImplementationOnce(() => new Promise((_, reject) => (lose = reject)));
  await act(async () => void element.submit?.({ preventDefault() {}, persist() {} }, () => false));
  expect(asks()).toEqual([UNANSWERED]);
  await act(async () => lose(new TypeError("lost")));
  expect(asks()).toEqual([UNANSWERED]);
  await type("Cleo");
  expect(asks()).toEqual([EARLIER]);
  await type("Bea");
  await press();
  expect(asks()).toEqual([]);
});

test.each([400, 409, 429, 500, 503])(
  "a refusal (%s) says nothing about words whose answer was lost before",
  async (status) => {
    const refuse = async () => {
      send.mockRejectedValueOnce(new ApiError(status, '{"error":"No."}', ""));
      await press();
    };
    await type("Bea");
    await refuse();
    expect(asks()).toEqual([undefined]); // the control: what was refused alone is not saved
    send.mockRejectedValueOnce(new TypeError("lost"));
    await press();
    await refuse();
    expect(asks()).toEqual([UNANSWERED]);
    await type("Cleo");
    await refuse();
    expect(asks()).toEqual([EARLIER]);
  },
);

test("an attempt that the form itself stops says nothing about them either", async () => {
  await type("Bea");
  send.mockRejectedValueOnce(new TypeError("lost"));
  await press();
  await type("");
  await press();
  expect(send).toHaveBeenCalledOnce();
  expect(asks()).toEqual([EARLIER]);
  await type("Bea");
  expect(asks()).toEqual([UNANSWERED]);
});

test("a success settles what an earlier attempt left open, and words that were typed since are not saved", async () => {
  await type("Bea");
  send.mockRejectedValueOnce(new TypeError("lost"));
  await press();
  send.mockImplementationOnce(async () => form.setValue("name", "Cleo", { shouldDirty: true }));
  await press();
  expect(onSent).not.toHaveBeenCalled();
  expect(asks()).toEqual([undefined]);
});
