// How answers are kept: nothing is asked again by itself, and nothing is tried twice. After an own write everything that the
// panel shows is asked again, so that no screen has to know what else a write touches. A write whose answer was lost may be done, and
// counts as one.
import { notifyManager, type Query, QueryClient } from "@tanstack/react-query";
import { send, sendBy, watchCalls } from "./client";
import { isLost } from "./error";

// React draws a change within the press that makes it. With the default timer, a box that was just ticked would first be drawn unticked.
notifyManager.setScheduler(queueMicrotask);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Of the question who is signed in. */
export const WHO = ["/api/auth/user"];

const OF_PANEL = { predicate: ({ queryKey }: Query) => String(queryKey[0]).startsWith("/api/panel/") };

/** Drops answers that would take the place of what the panel shows. A first answer comes: without it a part of the screen would stay empty. */
export const keepShown = () =>
  queries.cancelQueries({ predicate: (query) => OF_PANEL.predicate(query) && query.state.data !== undefined });

/** Asks for everything of the panel again: at once for what is on the screen, else when it is shown. */
export async function refreshPanel(): Promise<void> {
  // A first answer that is still under way was asked for before, and would be taken for fresh.
  await queries.cancelQueries(OF_PANEL);
  await queries.invalidateQueries(OF_PANEL);
}

/** Addresses of calls that may change what the panel shows: of records, and of one's own name and picture. The others ask by POST what would be,
 * or are parts of one act, whose sender reads again when all of it is done. */
const WRITTEN = /\/api\/(panel|auth\/user)(?!.*\/(check|preview|bulk)$)/;

const writes = ({ method, url }: Request): boolean => method !== "GET" && WRITTEN.test(url);

/** Whether a write lost its answer, and the server has answered nothing since. Until it does, the screen stays as it is:
 * asked for without a network, it would give way to faults. */
let unsure = false;

/** Sends a write. Its code comes with the first one: without a network nothing is answered anyway. */
const sendWrite = (request: Request): Promise<Response> =>
  import("./own-changes").then(
    ({ sendAfterOwn }) => sendAfterOwn(request),
    () => send(request),
  );

sendBy((request) =>
  (request.method === "GET" ? send : sendWrite)(request).catch((error) => {
    if (isLost(error) && writes(request)) {
      unsure = true;
      // Without an answer to this nothing changes; with one all is asked again.
      void queries.refetchQueries({ queryKey: WHO });
    }
    throw error;
  }),
);

watchCalls({
  answered(request, { ok }) {
    if (!ok || !(unsure || writes(request))) return;
    unsure = false;
    // Nobody waits for it: a saved form closes first, and so does the window of what was deleted, and the lists follow.
    setTimeout(refreshPanel);
  },
});
