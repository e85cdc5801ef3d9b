// Webhooks: the calls about them, and how what they are told is called.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { lostAs } from "~/api/error";
import { changing, keyed } from "~/api/idempotency";
import { queries, refreshPanel } from "~/api/queries";

export type Webhook = Schemas["WebhookRow"];
export type Delivery = Schemas["DeliveryRow"];
export type Made = Schemas["WebhookMade"];
export type Event = Webhook["events"][number];

export const PATH = "/api/panel/webhooks";
const ONE = "/api/panel/webhooks/{id}";
/** For so long a delivery that was just asked for is looked at again by itself: what one pressed oneself is on its way. */
const SOON = 15_000;
const LOOK_AGAIN = 1_000;

/** In the order in which they are offered. */
export const EVENTS: Record<Event, string> = {
  "lead.created": "Lead created",
  "lead.converted": "Lead converted to a client",
  "lead.lost": "Lead lost",
  "client.created": "Client created",
  "quote.requested": "Quote requested on the website",
  "message.received": "Message received",
  "work_order.created": "Work order created",
  "work_order.scheduled": "Work order scheduled or moved",
  "work_order.completed": "Work order completed",
  "work_order.cancelled": "Work order cancelled",
  "ticket.opened": "Ticket opened, or opened again",
  "ticket.resolved": "Ticket resolved or closed",
};

export const EACH = Object.keys(EVENTS) as Event[];

export const eventName = (event: string): string => EVENTS[event as Event] ?? "Test";

export const isOnItsWay = ({ state, tries }: Delivery): boolean => state === "waiting" && tries === 0;

const about = (id: string) => ({ path: { id } });

export const useWebhooks = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: [PATH, id, "deliveries"],
    queryFn: async () => {
      const before = queries.getQueryData<Delivery[]>([PATH, id, "deliveries"]);
      const found = await bodyOf(api.get("/api/panel/webhooks/{id}/deliveries", { params: about(id) }));
      // What was on its way has been tried: how the webhook stands is another by now.
      if (before?.some(isOnItsWay) && !found.some(isOnItsWay)) {
        void queries.invalidateQueries({ queryKey: [PATH], exact: true });
      }
      return found;
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isExpected) ? LOOK_AGAIN : false),
  });

const isExpected = (delivery: Delivery): boolean =>
  isOnItsWay(delivery) && Date.now() - new Date(delivery.due).getTime() < SOON;

const LOST = "No answer came back. If the list has this webhook by now, make a new secret for it.";
const SECRET_LOST = "No answer came back. Make another secret: the old ones also work for a day.";

/** Its answer holds the secret, so it is kept nowhere: a user who gets none looks at the list. */
export const makeWebhook = (body: Schemas["NewWebhook"]) =>
  bodyOf(api.post(PATH, { body })).catch(async (error) => {
    await refreshPanel();
    return lostAs(LOST)(error);
  });

export const editWebhook = ({ id, version }: Webhook, body: Schemas["WebhookEdit"], key: string) =>
  bodyOf(api.patch(ONE, { params: about(id), body, headers: changing(version, key) }));

/** Changes one that was just made, of which its maker knows the secret alone. */
export async function editMade(made: Made, body: Schemas["NewWebhook"], key: string): Promise<Made> {
  const row = (await bodyOf(api.get(PATH))).find(({ id }) => id === made.id);
  if (!row) return makeWebhook(body);
  await editWebhook(row, body, key);
  return made;
}

/** Turns it off or on, whatever somebody else may have changed meanwhile. */
export const switchWebhook = (id: string, enabled: boolean, key: string) =>
  api.patch(ONE, { params: about(id), body: { enabled }, headers: keyed(key) });

export const deleteWebhook = (id: string, key: string) => api.delete(ONE, { params: about(id), headers: keyed(key) });

export const restoreWebhook = (id: string, key: string) =>
  api.post("/api/panel/webhooks/{id}/restore", { params: about(id), headers: keyed(key) });

export const replaceSecret = (id: string) =>
  bodyOf(api.post("/api/panel/webhooks/{id}/secret", { params: about(id) })).catch(lostAs(SECRET_LOST));

export const sendTest = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/webhooks/{id}/test", { params: about(id), headers: keyed(key) }));

export const sendAgain = (id: string, key: string) =>
  bodyOf(api.post("/api/panel/webhook-deliveries/{id}/send-again", { params: about(id), headers: keyed(key) }));
