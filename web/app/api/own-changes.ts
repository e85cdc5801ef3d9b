// A change under a version that an earlier change of one's own has made old: where its answer was lost, nobody saw the new version. Asked again under
// its key, the server gives the answer that it kept, and the change goes on from there. So nobody meets their own words as a colleague's.
import { send, sendBy } from "./client";
import { isConflict, isLost } from "./error";

const VERSION = "If-Match";

/** No row has it: what is sent again under it gets its kept answer, and is never done now. */
const NEVER = '"0"';

/** Changes that nobody answered, as they are asked about: with what they changed, and its version. */
const unanswered: [row: string, Request][] = [];

/** Sends a request. A change that is refused because an own one was done before it goes on from that one. */
export async function sendAfterOwn(request: Request): Promise<Response> {
  const version = request.headers.get(VERSION);
  if (!version) return send(request);
  const copy = request.clone();
  const row = request.url + version;
  try {
    return await send(request);
  } catch (error) {
    if (isLost(error)) {
      copy.headers.set(VERSION, NEVER);
      unanswered.push([row, copy]);
    }
    const own = isConflict(error) && (await ownVersion(row));
    if (!own || own === version) throw error;
    copy.headers.set(VERSION, own);
    return sendAfterOwn(copy);
  }
}

/** The version that an own change has made of a row; null where somebody else was first. */
async function ownVersion(row: string): Promise<string | null> {
  for (const [about, earlier] of unanswered) {
    try {
      if (about === row) return (await send(earlier.clone())).headers.get("ETag");
    } catch (error) {
      if (isLost(error)) throw error;
    }
  }
  return null;
}

sendBy(sendAfterOwn);
