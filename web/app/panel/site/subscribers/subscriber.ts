// Subscribers of the newsletter: the calls about them, and how their states are called and marked.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";
import { useWrite } from "../../any-record/write";

export type Subscriber = Schemas["SubscriberRow"];

const PATH = "/api/panel/subscribers";
const READERS = "/api/panel/readers";

export const subscribers = {
  path: PATH,
  list: (query: Query) => pageOf(api.get(PATH, { params: { query } })),
  file: () => fileOf(api.get(`${PATH}/export`, { parseAs: "blob" })),
};

/** How many a newsletter would reach, and what is in its way. */
export const useReaders = () => useQuery({ queryKey: [READERS], queryFn: () => bodyOf(api.get(READERS)) });

export const subscriberStates: Record<Subscriber["state"], Look> = {
  active: { label: "Active", variant: "success", mark: "check" },
  unsubscribed: { label: "Unsubscribed", variant: "outline", mark: "empty" },
  bounced: { label: "Bounced", variant: "warning", mark: "half" },
};

const about = (id: string, key: string) => ({ params: { path: { id } }, headers: keyed(key) });

/** Unsubscribes somebody who asked for it; the notice takes it back. */
export function useUnsubscribe(id: string) {
  const back = useWrite({
    about: [PATH, id],
    send: (_: string, key) => bodyOf(api.post("/api/panel/subscribers/{id}/take-back", about(id, key))),
    done: ({ email, state }) =>
      state === "unsubscribed"
        ? `${email} has unsubscribed by the link meanwhile, and stays so`
        : `${email} is subscribed again`,
    failed: "Failed to take it back",
  });
  return useWrite({
    about: [PATH, id],
    send: (_: string, key) => bodyOf(api.post("/api/panel/subscribers/{id}/unsubscribe", about(id, key))),
    done: ({ email }) => `${email} is unsubscribed`,
    failed: "Failed to unsubscribe",
    undo: () => void back.write(id),
  });
}
