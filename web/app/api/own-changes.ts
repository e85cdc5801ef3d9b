// A change may be refused because an earlier one by the same user, whose answer was lost, made its version old. That one is sent again under its key:
// the server returns the answer that it kept, and the change goes on from that version. So nobody meets their own words as a colleague's.
import { send } from "./client";
import { isConflict, isLost } from "./error";
import { keyed } from "./idempotency";
import { makes, sendOnce } from "./made-once";

const VERSION = "If-Match";

/** No row has this version: a change that is sent again under it gets its kept answer, and is never done now. */
const NEVER = '"0"';

/** A change of a row as it is sent under a version. */
type Change = (version: string) => Request;

/** Changes whose answers were lost, each with the row and the version that it was sent under. */
const unanswered: [row: string, Change][] = [];

/** What was sent and has no answer: it is on its way, or its answer was lost. */
export const sentWords = new Set<{ body: string }>();

/** Sends a write, and keeps what it says until it is answered. A file goes as it is. */
export async function sendAfterOwn(request: Request): Promise<Response> {
  const isJson = /json/.test(request.headers.get("Content-Type") ?? "");
  if (!isJson && !request.headers.has(VERSION)) return send(request);
  const bytes = await request.arrayBuffer();
  const words = { body: isJson ? new TextDecoder().decode(bytes) : "" };
  sentWords.add(words);
  try {
    const answer = await sendWhole(request, bytes, words.body);
    // The same is done once: this is also the answer to those before it.
    for (const other of sentWords) if (other.body === words.body) sentWords.delete(other);
    return answer;
  } catch (error) {
    if (!isLost(error)) sentWords.delete(words);
    throw error;
  }
}

/** A change that is refused because an own one was done before it goes on from that one; what makes a record makes it once. */
function sendWhole(request: Request, bytes: ArrayBuffer, words: string): Promise<Response> {
  const { url, method, signal } = request;
  // Never a clone: its body would go as a stream.
  const renewed = (other: Record<string, string> = {}) => {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(other)) headers.set(name, value);
    return new Request(url, { method, headers, signal, ...(bytes.byteLength > 0 && { body: bytes }) });
  };
  const [version, key] = [VERSION, "Idempotency-Key"].map((name) => request.headers.get(name));
  if (version) return sendUnder(version, url, (under) => renewed({ [VERSION]: under }));
  if (key && words && makes(request)) return sendOnce(url + words, key, (under) => renewed(keyed(under)));
  return send(renewed());
}

async function sendUnder(version: string, url: string, change: Change): Promise<Response> {
  const row = url + version;
  try {
    return await send(change(version));
  } catch (error) {
    if (isLost(error)) unanswered.push([row, change]);
    const own = isConflict(error) && (await ownVersion(row));
    if (!own || own === version) throw error;
    return sendUnder(own, url, change);
  }
}

/** The version that an own change has made of a row; null where somebody else was first. */
async function ownVersion(row: string): Promise<string | null> {
  for (const [about, earlier] of unanswered) {
    try {
      if (about === row) return (await send(earlier(NEVER))).headers.get("ETag");
    } catch (error) {
      if (isLost(error)) throw error;
    }
  }
  return null;
}
