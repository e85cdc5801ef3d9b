// How answers are kept: nothing is asked again by itself, and nothing is tried twice. Own writes say what to ask again.
import { QueryClient } from "@tanstack/react-query";
import { get } from "./client";

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
