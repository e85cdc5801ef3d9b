// Sends what waits: one tab at a time, when the panel opens, when the network is back, when somebody looks, and after a sign-in. It asks
// first who is signed in, so that nobody's work goes under another name.
import { sendKept } from "~/api/kept-calls";
import { askWhoIsSignedIn } from "~/api/session";
import type { Waiting } from "./operation";
import { nextOf } from "./turn";
import { isOld, TOO_OLD, verdictOf } from "./verdict";
import { changeWaiting, forgetSent, keepFor, reread } from "./waiting";

const LOCK = "duskline-sender";
/** Seconds until it is tried again, the first time and at most. */
const SOON = 5;
const LATE = 60;

/** What became of an operation. */
export type Sent = (operation: Waiting, answer: unknown) => string[];

/** Why nothing is sent now. */
export type Pause = "unreachable" | "busy" | "signed-out" | null;

interface Desk {
  person: string;
  sent: Sent;
}

interface Person {
  id: string;
  name: string;
}

let desk: Desk | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = SOON;
let running: Promise<void> | null = null;
let again = false;
let pause: Pause = null;
const listeners = new Set<() => void>();

export const pauseNow = (): Pause => pause;

export function whenPaused(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function rest(why: Pause, seconds?: number) {
  clearTimeout(timer);
  if (seconds !== undefined) timer = setTimeout(() => void sendWaiting(), seconds * 1000);
  pause = why;
  for (const listener of listeners) listener();
}

function restLonger() {
  rest("unreachable", wait);
  wait = Math.min(2 * wait, LATE);
}

async function isSignedIn(person: string): Promise<boolean> {
  try {
    const user = await askWhoIsSignedIn();
    if (user?.id === person) return true;
    rest("signed-out");
  } catch {
    restLonger();
  }
  return false;
}

/** Sends one, and says whether the next may follow. */
async function sendOne(operation: Waiting, sent: Sent): Promise<boolean> {
  if (isOld(operation.at, Date.now()) && !operation.said.includes(TOO_OLD)) {
    await changeWaiting({ ...operation, state: "refused", said: [TOO_OLD] });
    return true;
  }
  try {
    const told = sent(operation, await sendKept(operation));
    if (told.length > 0) await changeWaiting({ ...operation, form: [], state: "told", said: told });
    else await forgetSent(operation);
    return true;
  } catch (error) {
    const verdict = verdictOf(error);
    if (verdict.is === "refused") {
      await changeWaiting({ ...operation, state: "refused", said: [verdict.sentence] });
      return true;
    }
    if (verdict.is === "signed-out")
      await isSignedIn(operation.person); // the guard of the panel learns it there
    else if (verdict.is === "busy") rest("busy", verdict.seconds);
    else restLonger();
    return false;
  }
}

async function drain(): Promise<void> {
  if (!desk) return;
  const { person, sent } = desk;
  if (!nextOf(await reread(), person)) return rest(null);
  if (!(await isSignedIn(person))) return;
  for (let next = nextOf(await reread(), person); next; next = nextOf(await reread(), person))
    if (desk?.person !== person || !(await sendOne(next, sent))) return;
  wait = SOON;
  rest(null);
}

/** Without a way to agree with other tabs each of them sends: the same key makes that harmless. */
const alone = (act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(LOCK, act) : act();

async function run(): Promise<void> {
  do {
    again = false;
    await alone(drain);
  } while (again);
}

/** Sends what waits; a caller that asks in the meantime waits for the same. */
export function sendWaiting(): Promise<void> {
  again = true;
  running ??= run()
    .catch((error) => {
      console.error("What waits could not be sent.", error);
      restLonger();
    })
    .finally(() => {
      running = null;
    });
  return running;
}

const onSight = () => void (document.visibilityState === "visible" && sendWaiting());
const online = () => void sendWaiting();

/** From now on what this person did is sent; `sent` hears what the server answers, and gives the sentences to be told of it. */
export function openDesk({ id, name }: Person, sent: Sent): () => void {
  desk = { person: id, sent };
  keepFor(id, name);
  addEventListener("online", online);
  document.addEventListener("visibilitychange", onSight);
  void sendWaiting();
  return () => {
    desk = null;
    clearTimeout(timer);
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", onSight);
  };
}
