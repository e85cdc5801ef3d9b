// How answers are kept: nothing is asked again by itself, and nothing is tried twice. After an own write everything that the
// panel shows is asked again, so that no screen has to know what else a write touches.
import { QueryClient } from "@tanstack/react-query";
import { get, whenWritten } from "./client";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => get(queryKey.join("/")),
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

/** Asks for everything of the panel again: at once for what is on the screen, else when it is shown. */
export const refreshPanel = (): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/panel/") });

// Nobody waits for it: a saved form closes, and the lists follow.
whenWritten(() => void refreshPanel());
