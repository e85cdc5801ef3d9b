import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "~/api/error";
import { queries } from "~/api/queries";
import * as toasts from "~/ui/toast";
import { useWrite } from "./write";

type Send = (sent: string, key: string) => Promise<string>;

type Write = ReturnType<typeof useWrite<string, string>>["write"];

interface PartProps {
  send: Send;
  about: string[] | undefined;
  meets?: (error: ApiError, sent: string) => boolean;
  give: (write: Write) => void;
}

function Part({ give, ...options }: PartProps) {
  give(useWrite({ ...options, done: (answer) => `Done: ${answer}`, failed: "It failed" }).write);
  return null;
}

/** What a part of the screen gets to write with. */
function writing(send: Send, about?: string[], meets?: PartProps["meets"]): Write {
  const given: Write[] = [];
  renderToString(
    <QueryClientProvider client={queries}>
      <Part send={send} about={about} {...(meets && { meets })} give={(write) => given.push(write)} />
    </QueryClientProvider>,
  );
  return (sent) => given[0]?.(sent) ?? Promise.reject(new Error("Nothing was drawn."));
}

const ended = async (sent: string) => sent;
const refused = (status: number) => async () => {
  throw new ApiError(status, "{}", "");
};

afterEach(() => {
  vi.restoreAllMocks();
  queries.clear();
});

test("a second press while the first is under way writes nothing, wherever it is about the same", async () => {
  const send = vi.fn<Send>(ended);
  const [first, second, other] = [writing(send, ["m", "1"]), writing(send, ["m", "1"]), writing(send, ["m", "2"])];
  expect(await Promise.all([first("a"), first("a"), second("b"), other("c")])).toEqual(["a", null, null, "c"]);
  expect(send).toHaveBeenCalledTimes(2);
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
  expect(await writing(refused(500))("b")).toBeNull();
  expect(told).toHaveBeenLastCalledWith("Error", "It failed"); // the control: the server said no
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
  const write = writing(refused(400), undefined, (error, sent) => error.status === 400 && sent === "met");
  expect(await write("met")).toBeNull();
  expect(told).not.toHaveBeenCalled();
  expect(await write("not met")).toBeNull();
  expect(told).toHaveBeenCalledOnce();
});
