// How answers are kept: nothing is asked again by itself, and nothing is tried twice. After an own write everything that the
// panel shows is asked again, so that no screen has to know what else a write touches.
import { notifyManager, type Query, QueryClient } from "@tanstack/react-query";
import { sendBy, watchCalls } from "./client";
import { sendAfterOwn } from "./own-changes";

// React draws a change within the press that makes it. With the default timer, a box that was just ticked would first be drawn unticked.
notifyManager.setScheduler(queueMicrotask);

sendBy(sendAfterOwn);

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

/** Calls after which nothing is old: they ask by POST what would be, or are parts of one act, whose sender asks anew when all of it is done. */
const KEEPS = /\/(?:check|preview|bulk)$/;

watchCalls({
  answered({ method, url }, { ok }) {
    const { pathname } = new URL(url);
    // Nobody waits for it: a saved form closes, and the lists follow.
    if (ok && method !== "GET" && pathname.startsWith("/api/panel/") && !KEEPS.test(pathname)) void refreshPanel();
  },
});
