import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ApiError, ChangedSince } from "~/api/error";
import { byMakingAgain, useOnce } from "./once";

const refused = (status: number) => new ApiError(status, "{}", "");

type Once = ReturnType<typeof useOnce<string, number>>;

interface PartProps {
  create: (sent: string, key: string) => Promise<number>;
  change: (made: number, sent: string, key: string) => Promise<number>;
  give: (once: Once) => void;
}

function Part({ create, change, give }: PartProps) {
  give(useOnce(create, change));
  return null;
}

/** What a form gets to save with; what is made is its number. */
function saving() {
  const create = vi.fn(async (_sent: string, _key: string) => create.mock.calls.length);
  const change = vi.fn(async (made: number, _sent: string, _key: string) => made);
  const given: Once[] = [];
  renderToString(<Part create={create} change={change} give={(once) => given.push(once)} />);
  const [once] = given;
  if (!once) throw new Error("Nothing was drawn.");
  return { create, change, ...once };
}

test("what was made is changed to other words, and the same words are sent once", async () => {
  const { create, change, save } = saving();
  expect(await save("a", "key")).toBe(1);
  expect(await save("a", "next")).toBe(1);
  expect(change).not.toHaveBeenCalled();
  expect(await save("b", "next")).toBe(1);
  expect(change.mock.calls.map(([made, sent]) => [made, sent])).toEqual([[1, "b"]]);
  expect(create).toHaveBeenCalledOnce();
});

test("an attempt that nobody answered goes again under its own key", async () => {
  const { create, save } = saving();
  create.mockRejectedValueOnce(new TypeError("lost"));
  await expect(save("a", "key")).rejects.toThrow("lost");
  await save("a", "next");
  expect(create.mock.calls).toEqual([
    ["a", "key"],
    ["a", "key"],
  ]);
});

test("what a lost attempt made with other words is changed to those of now", async () => {
  const { create, change, save } = saving();
  create.mockRejectedValueOnce(new TypeError("lost")).mockRejectedValueOnce(refused(422));
  await expect(save("a", "key")).rejects.toThrow("lost");
  const made = await save("b", "key");
  expect(change.mock.calls.map(([what, sent]) => [what, sent])).toEqual([[made, "b"]]);
});

test("what somebody has changed since is changed to the words of now, and is not made again", async () => {
  const { create, change, save } = saving();
  create.mockRejectedValueOnce(new TypeError("lost")).mockRejectedValueOnce(refused(422));
  await expect(save("a", "key")).rejects.toThrow("lost");
  create.mockRejectedValueOnce(new ChangedSince(7));
  await save("b", "key");
  expect(change.mock.calls.map(([what, sent]) => [what, sent])).toEqual([[7, "b"]]);
  const again = saving();
  again.create.mockRejectedValue(new ChangedSince(7));
  await expect(again.save("a", "key")).rejects.toThrow("422");
  await expect(again.save("a", "as new")).rejects.toThrow("422");
  expect(again.create.mock.calls.map(([, key]) => key)).toEqual(["key", "as new"]);
  expect(again.change).not.toHaveBeenCalled();
});

test("the same words in another record are another change, under another key", async () => {
  const { change, save, forget } = saving();
  for (const words of ["a", "b"]) await save(words, "key");
  forget();
  for (const words of ["a", "b"]) await save(words, "next");
  const [first, second] = change.mock.calls;
  expect([first?.[0], second?.[0]]).toEqual([1, 2]);
  expect(second?.[2]).not.toBe(first?.[2]);
});

test("what is made after the form was left stands on its own", async () => {
  const { change, save, forget } = saving();
  await save("a", "key");
  forget();
  expect(await save("b", "next")).toBe(2);
  expect(change).not.toHaveBeenCalled();
});

test("the first one that is gone already needs no taking back; one that stays is told of", async () => {
  const takeBack = vi.fn(async () => {});
  const change = byMakingAgain(async (sent: string) => sent, takeBack, String);
  takeBack.mockRejectedValueOnce(refused(404));
  expect(await change("a", "b", "key")).toBe("b");
  expect(takeBack).toHaveBeenCalledWith("a", "again-a");
  takeBack.mockRejectedValueOnce(refused(403));
  await expect(change("a", "b", "key")).rejects.toThrow("403");
});

test("a change that nobody answered is settled before the next one, which goes on from it", async () => {
  const made: string[] = [];
  const create = vi.fn(async (sent: string, _key: string) => made.push(sent));
  const takeBack = vi.fn(async () => {});
  const given: Once[] = [];
  renderToString(
    <Part create={create} change={byMakingAgain(create, takeBack, String)} give={(once) => given.push(once)} />,
  );
  const save = given[0]?.save;
  await save?.("a", "key");
  create.mockImplementationOnce(async (sent) => {
    made.push(sent);
    throw new TypeError("lost");
  });
  await expect(save?.("b", "key")).rejects.toThrow("lost");
  create.mockResolvedValueOnce(2); // the kept answer
  expect(await save?.("c", "key")).toBe(3);
  expect(made).toEqual(["a", "b", "c"]);
  const [, lost, again, last] = create.mock.calls;
  expect(again).toEqual(lost);
  expect(last?.[1]).not.toBe(lost?.[1]);
  expect(takeBack.mock.calls.map(([what]: unknown[]) => what)).toEqual([1, 2]);
});

test("words that are put back after a change that nobody answered are sent", async () => {
  const { change, save } = saving();
  await save("a", "key");
  change.mockRejectedValueOnce(new TypeError("lost"));
  await expect(save("b", "key")).rejects.toThrow("lost");
  await save("a", "key");
  expect(change.mock.calls.map(([, sent]) => sent)).toEqual(["b", "b", "a"]);
});
