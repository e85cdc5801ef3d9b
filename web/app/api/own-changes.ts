// A change may be refused because an earlier one by the same user, whose answer was lost, made its version old. That one is sent again under its key:
// the server returns the answer that it kept, and the change goes on from that version. So nobody meets their own words as a colleague's.
import { send } from "./client";
import { isConflict, isLost } from "./error";
import { sendOnce } from "./made-once";

const VERSION = "If-Match";

/** No row has this version: a change that is sent again under it gets its kept answer, and is never done now. */
const NEVER = '"0"';

/** A change of a row as it is sent under a version. */
type Change = (version: string) => Request;

/** Changes whose answers were lost, each with the row and the version that it was sent under. */
const unanswered: [row: string, Change][] = [];

/** Sends a request. A change that is refused because an own one was done before it goes on from that one; what makes a record makes it once. */
export async function sendAfterOwn(request: Request): Promise<Response> {
  const version = request.headers.get(VERSION);
  if (!version) return request.method === "POST" ? sendOnce(request) : send(request);
  const { url, method, signal } = request;
  const body = await request.arrayBuffer();
  const change: Change = (under) => {
    const headers = new Headers(request.headers);
    headers.set(VERSION, under);
    return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) });
  };
  return sendUnder(version, url, change);
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
