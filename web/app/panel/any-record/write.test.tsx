import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import { queries } from "~/api/queries";
import * as toasts from "~/ui/toast";
import { useWrite } from "./write";

type Send<Sent = string> = (sent: Sent, key: string) => Promise<string>;

type Write<Sent = string> = ReturnType<typeof useWrite<Sent, string>>["write"];

interface PartProps<Sent = string> {
  send: Send<Sent>;
  about: string[] | undefined;
  meets?: (error: ApiError, sent: Sent) => boolean;
  shows?: (sent: Sent) => void;
  give: (write: Write<Sent>) => void;
}

function Part<Sent>({ give, ...options }: PartProps<Sent>) {
  give(useWrite({ ...options, done: (answer) => `Done: ${answer}`, failed: "It failed" }).write);
  return null;
}

/** What a part of the screen gets to write with. */
function writing<Sent = string>(
  send: Send<Sent>,
  about?: string[],
  more: Pick<PartProps<Sent>, "meets" | "shows"> = {},
): Write<Sent> {
  const given: Write<Sent>[] = [];
  renderToString(
    <QueryClientProvider client={queries}>
      <Part send={send} about={about} {...more} give={(write) => given.push(write)} />
    </QueryClientProvider>,
  );
  return (sent) => given[0]?.(sent) ?? Promise.reject(new Error("Nothing was drawn."));
}

const refused = (status: number) => async () => {
  throw new ApiError(status, "{}", "");
};

afterEach(() => {
  vi.restoreAllMocks();
  queries.clear();
});

test("a press while another one is under way is done after it, and the same press twice is one", async () => {
  const order: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const send = vi.fn<Send>(async (sent) => {
    order.push(`${sent} begins`);
    if (sent === "a") await held;
    order.push(`${sent} ends`);
    return sent;
  });
  const [first, second, other] = [writing(send, ["m", "1"]), writing(send, ["m", "1"]), writing(send, ["m", "2"])];
  const answers = Promise.all([first("a"), first("a"), second("b"), first("a"), other("c")]);
  await vi.waitFor(() => expect(order).toEqual(["a begins", "c begins", "c ends"]));
  answer();
  expect(await answers).toEqual(["a", "a", "b", "a", "c"]);
  expect(order.slice(3)).toEqual(["a ends", "b begins", "b ends", "a begins", "a ends"]);
});

test("a press that says nothing but that it was made is one as well", async () => {
  const send = vi.fn<Send<undefined>>(async () => "done");
  const write = writing(send, ["m", "1"]);
  expect(await Promise.all([write(undefined), write(undefined)])).toEqual(["done", "done"]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("a press is shown at once, and again when its turn comes", async () => {
  const shown: string[] = [];
  const send = async (sent: string) => {
    shown.push(`${sent} is sent`);
    return sent;
  };
  const write = writing(send, ["m", "1"], { shows: (sent) => void shown.push(sent) });
  await Promise.all([write("a"), write("b")]);
  expect(shown).toEqual(["a", "a", "b", "a is sent", "b", "b is sent"]);
});

test("what has waited and names no row is done although the one before it failed, and is a press of its own once that has ended", async () => {
  vi.spyOn(toasts, "notifyError").mockImplementation(() => undefined);
  const send = vi.fn<Send>(async (sent) => (sent === "a" ? refused(500)() : sent) as Promise<string>);
  const write = writing(send, ["m", "1"]);
  expect(await Promise.all([write("a"), write("b")])).toEqual([null, "b"]);
  expect(await write("b")).toBe("b");
  expect(send).toHaveBeenCalledTimes(3);
});

interface Move {
  row: { id: string; version: number };
  to: number;
}

/** Three presses at once about one row, of which the first is refused, and one about another; gives what was sent. */
async function pressed(meets?: PartProps<Move>["meets"]) {
  const send = vi.fn<Send<Move>>(async ({ to }) => (to === 1 ? refused(409)() : String(to)) as Promise<string>);
  const write = writing(send, ["m"], meets && { meets });
  const [row, other] = [
    { id: "1", version: 1 },
    { id: "2", version: 1 },
  ];
  const answers = await Promise.all([
    write({ row, to: 1 }),
    write({ row, to: 2 }),
    write({ row, to: 3 }),
    write({ row: other, to: 4 }),
  ]);
  expect(answers).toEqual([null, null, null, "4"]);
  return send.mock.calls.map(([{ to }]) => to);
}

test("what waits behind a press that was refused, about the same row, falls with it, and is told of once", async () => {
  const told = vi.spyOn(toasts, "notifyError").mockImplementation(() => undefined);
  expect(await pressed()).toEqual([1, 4]);
  expect(told.mock.calls).toEqual([["Error", "It failed. What you pressed after it was not done."]]);
  expect(await pressed(() => true)).toEqual([1, 4]);
  expect(told.mock.calls.slice(1)).toEqual([["Error", "What you pressed after it was not done."]]);
});

/** Two presses of one screen, the second after the first has ended and before the screen is read again; gives the versions that were sent. */
async function afterSuccess(second: (sent: Move) => Promise<unknown> = async () => ({ id: "1", version: 3 })) {
  const sent: number[] = [];
  const send = vi.fn(async (move: Move) => {
    sent.push(move.row.version);
    return (move.to === 1 ? { id: "1", version: 2 } : await second(move)) as unknown as string;
  });
  const about = [`moves ${Math.random()}`];
  const row = { id: "1", version: 1 };
  await writing(send, about)({ row, to: 1 });
  await writing(send, [...about, "elsewhere"])({ row, to: 2 });
  await writing(send, about)({ row, to: 3 });
  return sent;
}

test("a press after a success goes on from what that saved, also from another line of its kind", async () => {
  vi.spyOn(toasts, "notify").mockImplementation(() => undefined);
  expect(await afterSuccess()).toEqual([1, 2, 3]);
});

test("where a colleague was first, the next press goes on from what the screen shows", async () => {
  vi.spyOn(toasts, "notify").mockImplementation(() => undefined);
  vi.spyOn(toasts, "notifyError").mockImplementation(() => undefined);
  expect(await afterSuccess(refused(409))).toEqual([1, 2, 1]);
  expect(await afterSuccess(refused(500))).toEqual([1, 2, 2]); // the control: nobody else was first
});

test("a repeat has the key of the first time until an answer has come", async () => {
  const keys: string[] = [];
  let answers = false;
  const write = writing(async (sent, key) => {
    keys.push(key);
    if (!answers) throw new TypeError("lost");
    return sent;
  });
  await write("a");
  answers = true;
  await write("a");
  await write("a");
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("nobody is told that a write failed whose answer was lost; trying again is the same write", async () => {
  const told = vi.spyOn(toasts, "notifyError").mockImplementation(() => undefined);
  const done = vi.spyOn(toasts, "notify").mockImplementation(() => undefined);
  const keys: string[] = [];
  const write = writing(async (sent, key) => {
    keys.push(key);
    if (keys.length === 1) throw new TypeError("lost");
    return sent;
  });
  await write("a");
  const [title, description, again] = told.mock.calls[0] ?? [];
  expect([title, description]).toEqual([
    "No answer came back",
    "This may be done already. Try again: it is done only once.",
  ]);
  again?.act();
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith("Success", "Done: a"));
  expect(keys[1]).toBe(keys[0]);
  expect(await writing(refused(400))("b")).toBeNull();
  expect(told).toHaveBeenLastCalledWith("Error", "It failed"); // the control: the server said no
});

test("the notice of a failure goes when the same write succeeds, and not with the success of another one", async () => {
  const dismissed = vi.spyOn(toasts, "dismissError");
  let loses = true;
  const write = writing(async (sent) => {
    if (loses) throw new TypeError("lost");
    return sent;
  });
  await write("a");
  await writing(async (sent) => sent)("b");
  expect(dismissed).not.toHaveBeenCalled();
  loses = false;
  await write("a");
  expect(dismissed).toHaveBeenCalledOnce();
});

test("whoever comes second sees how things stand now; other failures leave the screen as it is", async () => {
  const asked = vi.spyOn(queries, "invalidateQueries");
  expect(await writing(refused(500))("a")).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(await writing(refused(409))("a")).toBeNull();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

test("a refusal that is met where one stands has no notice; any other has", async () => {
  const told = vi.spyOn(toasts, "notifyError").mockImplementation(() => undefined);
  const write = writing(refused(400), undefined, {
    meets: (error, sent) => error.status === 400 && sent === "met",
  });
  expect(await write("met")).toBeNull();
  expect(told).not.toHaveBeenCalled();
  expect(await write("not met")).toBeNull();
  expect(told).toHaveBeenCalledOnce();
});
