// Keeps each write of the panel until its answer has come, also for the next page of the same user in this tab. After a lost answer the same write
// goes under the same key, so the server makes no twin. Where the server refuses a change because an earlier one by the same user made its version
// old, the change goes on from that version: users never meet their own words as a colleague's.
import { session } from "~/lib/storage";
import { send } from "./client";
import { ApiError, ChangedSince, isConflict, isGone, isLost, isTaken } from "./error";
import { newKey } from "./idempotency";

const [VERSION, KEY, TYPE] = ["If-Match", "Idempotency-Key", "Content-Type"];
/** Comes with a kept answer where the row was changed since. */
const VERSION_NOW = "Version-Now";

/** A write, as it can be sent again. */
interface Sent {
  method: string;
  url: string;
  /** Of the row that is changed; null for what makes one. */
  version: string | null;
  /** Null for what may hold a secret: the server keeps no answer to it, and the browser none of its words. */
  key: string | null;
  body: string;
  at: number;
}

/** What the server says of a version that is not the row's any more. */
const CHANGED = "This record was changed by someone else. Reload it and try again.";

/** No row has this version: a change that is sent again under it gets its kept answer, and is never done now. */
const NEVER = '"0"';

/** Milliseconds for which it is kept; the server keeps its answers for longer. */
const DAY = 86_400_000;

/** Addresses of calls that make a record. What is done and undone goes under a key of its own each time. */
const MAKES =
  /\/panel\/((?!next-steps$)[a-z-]+|.+\/(client|hand-over|invitations|lead|properties|return-visit|ticket))$/;

const isDoneOnce = ({ method, url, version }: Sent): boolean =>
  Boolean(version) || (method === "POST" && MAKES.test(url));

const isSame = (one: Sent, other: Sent): boolean =>
  (["method", "url", "version", "body"] as const).every((part) => one[part] === other[part]);

/** What has no key: this page alone knows it. */
let unkeyed: Sent[] = [];

const place = () => `sent:${session.get("person")}` as const;

/** What was sent and has no answer: it is on its way, or its answer was lost. */
export function unanswered(): Sent[] {
  const kept: Sent[] = JSON.parse(session.get(place()) ?? "[]");
  return [...unkeyed, ...kept].filter(({ at }) => Date.now() - at < DAY);
}

function keep(rows: Sent[]): void {
  unkeyed = rows.filter(({ key }) => !key);
  const kept = rows.filter(({ key }) => key);
  if (kept.length > 0) session.set(place(), JSON.stringify(kept));
  else session.remove(place());
}

const drop = (isOver: (one: Sent) => boolean): void => keep(unanswered().filter((one) => !isOver(one)));

/** `call` says what is not kept of it. Never a clone of that: its body would go as a stream. */
function requestOf({ method, url, version, key, body }: Sent, call?: Request): Request {
  const headers = new Headers(call?.headers);
  const own = { [VERSION]: version, [KEY]: key, [TYPE]: body && "application/json" };
  for (const [name, value] of Object.entries(own)) if (value) headers.set(name, value);
  return new Request(url, { method, headers, signal: call?.signal ?? null, ...(body && { body }) });
}

/** Sends a write of the panel. A file goes as it is. */
export async function sendAfterOwn(call: Request): Promise<Response> {
  const { method, url, headers } = call;
  const version = headers.get(VERSION);
  if (!version && !/json/.test(headers.get(TYPE) ?? "")) return send(call);
  return sendWrite({ method, url, version, key: headers.get(KEY), body: await call.text(), at: Date.now() }, call);
}

async function sendWrite(sent: Sent, call: Request): Promise<Response> {
  try {
    return asItIs(await sendKept(sent, call), sent);
  } catch (error) {
    const own = isConflict(error) && sent.version && (await ownVersion(sent));
    if (!own || own === sent.version) throw error;
    return sendWrite({ ...sent, version: own }, call);
  }
}

/** Sends a write under its key, or that of the same one before it, and keeps it until an answer has come. */
async function sendKept(sent: Sent, call: Request): Promise<Response> {
  const isIt = (one: Sent) => isSame(one, sent);
  const earlier = unanswered().find(isIt);
  const key = (isDoneOnce(sent) && earlier?.key) || sent.key;
  if (!earlier) keep([...unanswered(), sent]);
  try {
    const answer = await send(requestOf({ ...sent, key }, call));
    // A change that was done settles those of the same row before it.
    drop((one) => isIt(one) || (key !== null && one.key === key) || (sent.version !== null && one.url === sent.url));
    return answer;
  } catch (error) {
    const isRepeat = key !== null && key === earlier?.key && sent.version === null;
    const isOver = isRepeat && (isGone(error) || isTaken(error));
    if (isOver || !(earlier || isLost(error))) drop(isIt);
    if (isOver && isGone(error)) throw new ChangedSince();
    // The key went with other words.
    if (isOver) return sendKept({ ...sent, key: key === sent.key ? newKey() : sent.key }, call);
    throw error;
  }
}

/** Throws where the answer is a kept one about a row that was changed since: a change meets what others did, and a record is not made a second time. */
async function asItIs(answer: Response, { version }: Sent): Promise<Response> {
  if (!answer.headers.has(VERSION_NOW)) return answer;
  throw version === null
    ? new ChangedSince(await answer.json())
    : new ApiError(409, JSON.stringify({ error: CHANGED }), "");
}

/** The version that an own change has made of a row; null where somebody else was first. */
async function ownVersion(sent: Sent): Promise<string | null> {
  const { url, version } = sent;
  for (const earlier of unanswered()) {
    if (earlier.url !== url || earlier.version !== version || isSame(earlier, sent)) continue;
    try {
      return (await send(requestOf({ ...earlier, version: NEVER }))).headers.get("ETag");
    } catch (error) {
      if (isLost(error)) throw error;
      if (isConflict(error)) drop((one) => isSame(one, earlier)); // it was never done
    }
  }
  return null;
}
