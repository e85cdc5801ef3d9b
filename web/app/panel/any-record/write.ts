// How a press writes, wherever it stands in the panel: after those before it that are about the same, under a key that a repeat keeps,
// and with a notice of how it went. Forms send by ~/forms/form and tell of a failure alike. What a write touches is read again by
// ~/api/queries.
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { ApiError, isConflict, isGone, isLost, sentenceOf } from "~/api/error";
import { keyring } from "~/api/idempotency";
import { keepShown, refreshPanel } from "~/api/queries";
import { session } from "~/lib/storage";
import { dismissError, notify, notifyError, type ToastAction } from "~/ui/toast";
import { forgetOwn, keepOwn } from "./own-rows";
import { Turns } from "./turns";

/** Said where nobody knows whether a write was done: its answer was lost. */
const UNKNOWN = "This may be done already. Try again: it is done only once.";

/** Said where presses about the same row waited for one that failed. */
const FELL = "What you pressed after it was not done.";

/** Lets the question before words are discarded know what was sent; without that code it says less. */
const askOfSent = () => void import("./unanswered").catch(() => undefined);

if (session.keys("sent:").length > 0) askOfSent(); // an earlier page was left without an answer

/** Tells that a write failed, or that nobody knows; of a session that has ended the guard tells. */
export const tellFailure = (error: unknown, failed: string, ...actions: ToastAction[]): void =>
  tell(error, failed, false, actions);

function tell(error: unknown, failed: string, fell: boolean, actions: ToastAction[]) {
  if (error instanceof ApiError && error.status === 401) return;
  const [title, said] = isLost(error) ? ["No answer came back", UNKNOWN] : ["Error", sentenceOf(error, failed)];
  notifyError(title, fell ? `${said.replace(/\.$/, "")}. ${FELL}` : said, ...actions);
}

/** The presses that write now or wait, by their line. They outlive the part of the screen where they were made. */
const underWay = new Map<string, Turns>();

/** Whether a write about this is under way. */
export const useBusy = (about: readonly string[]): boolean => useIsMutating({ mutationKey: about }) > 0;

export interface WriteOptions<Sent, Answer> {
  /** Sends it; `key` is one and the same while the same is sent and no answer has come. */
  send: (sent: Sent, key: string) => Promise<Answer>;
  /** What is said after a success, unless sending says it. */
  done?: (answer: Answer) => string;
  /** What is said after a failure that has no sentence of its own. */
  failed: string;
  /** What it is about, by which it is known to be under way. Without it a write stands for itself. */
  about?: readonly string[];
  /** Writes in one line are done one after the other. Without it these are the writes about the same. A press goes on from the newest row that
   * was saved in a line of the same kind, which is its first word. */
  line?: readonly string[];
  /** Shows at once how things will stand: with the press, and again when its turn comes. */
  shows?: (sent: Sent) => void;
  /** Takes a success back, from its notice. */
  undo?: (sent: Sent, answer: Answer) => void;
  /** Leads to what was made, from the notice of a success; null where the person may not see it. */
  open?: (answer: Answer) => (() => void) | null;
  /** Whether a refusal is met where one stands, by asking for what lacks; then no notice tells of it. */
  meets?: (error: ApiError, sent: Sent) => boolean;
  /** After a success, also one that the notice of a lost answer led to. */
  onDone?: (answer: Answer) => void;
  /** Whether the notice of every failure offers to try again, and not of a lost answer alone. */
  offersRetry?: boolean;
}

export function useWrite<Sent, Answer>(options: WriteOptions<Sent, Answer>) {
  const { send, done, failed, undo, open, meets, onDone, offersRetry, shows } = options;
  const itself = useId();
  const about = options.about ?? [itself];
  const line = options.line ?? about;
  const [kind = itself] = line;
  const name = JSON.stringify(line);
  const keyFor = useRef(keyring());
  const toldFailure = useRef(false);
  const { mutateAsync } = useMutation({
    mutationKey: about,
    mutationFn: async (sent: Sent) => {
      askOfSent();
      return keepOwn(kind, await send(sent, keyFor.current(sent)));
    },
    onSuccess: (answer, sent) => {
      keyFor.current = keyring(); // what is done is done: the same once more is another write
      if (toldFailure.current) dismissError();
      toldFailure.current = false;
      if (done) notify("Success", done(answer), ...offered(sent, answer));
      onDone?.(answer);
    },
    onError: (error, sent) => {
      const fell = underWay.get(name)?.fail(sent) ?? false;
      if (error instanceof ApiError && meets?.(error, sent)) {
        if (fell) notifyError("Error", FELL);
        return;
      }
      toldFailure.current = true;
      const retries = offersRetry || isLost(error);
      tell(error, failed, fell, retries ? [{ label: "Try Again", act: () => void write(sent) }] : []);
      // Somebody else was first: the screen shows how things stand now, and what is gone.
      if (isConflict(error) || isGone(error)) void refreshPanel();
    },
  });

  function offered(sent: Sent, answer: Answer): ToastAction[] {
    const opens = open?.(answer);
    return [
      ...(undo ? [{ label: "Undo", act: () => undo(sent, answer) }] : []),
      ...(opens ? [{ label: "Open", act: opens }] : []),
    ];
  }

  function show(sent: Sent) {
    if (!shows) return;
    void keepShown(); // an answer from before would show things as they were
    shows(sent);
  }

  /** Gives the answer; null where the write failed, which has been told. A press waits for those before it, falls with one of them that
   * fails about the same row, and the same press twice is one. */
  function write(sent: Sent): Promise<Answer | null> {
    const turns = underWay.get(name) ?? new Turns(kind, () => underWay.delete(name));
    underWay.set(name, turns);
    show(sent);
    return turns.wait(itself, sent, async (now) => {
      show(now);
      const answer = await mutateAsync(now).catch((error) => {
        if (isConflict(error)) forgetOwn(kind, now);
        return null;
      });
      if (answer === null && shows) void refreshPanel();
      return answer;
    });
  }
  return { write, busy: useBusy(about) };
}
