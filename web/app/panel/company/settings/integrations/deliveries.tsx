// What a webhook was told last: whether it arrived, what came back, and when it is tried again.
import { Badge, type BadgeVariant } from "~/ui/badge";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { useWrite } from "../../../any-record/write";
import { Unloaded } from "../../../list/unloaded";
import { type Delivery, eventName, isOnItsWay, PATH, sendAgain, useDeliveries, type Webhook } from "./webhook";

const STATES: Record<Delivery["state"], { label: string; variant: BadgeVariant }> = {
  arrived: { label: "Arrived", variant: "success" },
  dead: { label: "Not delivered", variant: "warning" },
  waiting: { label: "Waiting", variant: "outline" },
};

/** One that is off is sent tests alone. */
const maySend = ({ enabled }: Webhook, { event }: Delivery): boolean => enabled || event === "webhook.test";

function Attempt({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { state, tries, due, status, milliseconds, fault } = delivery;
  const clock = useClock();
  if (isOnItsWay(delivery))
    return <>{maySend(webhook, delivery) ? "On its way." : "Waiting until the webhook is turned on."}</>;
  return (
    <>
      {fault ?? `It answered ${status}.`}
      {milliseconds !== null && ` It took ${milliseconds.toLocaleString("en-US")} ms.`}
      {tries > 1 && ` That was attempt ${tries}.`}
      {state === "waiting" && (
        <>
          {" "}
          The next attempt is <Moment at={due}>{clock.moment(due)}</Moment>.
        </>
      )}
    </>
  );
}

function DeliveryItem({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { id, event, state, answer, createdAt } = delivery;
  const clock = useClock();
  const { write, busy } = useWrite({
    about: [PATH, id],
    send: (sent: string, key) => sendAgain(sent, key),
    failed: "Failed to send it again",
  });
  const { label, variant } = STATES[state];
  const sendable = !isOnItsWay(delivery) && maySend(webhook, delivery);
  return (
    <li className="grid gap-1 border-hairline border-t py-2">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{eventName(event)}</span>
            <Badge variant={variant}>{label}</Badge>
            <Moment at={createdAt} className="text-muted">
              {clock.recent(createdAt)}
            </Moment>
          </p>
          <p className="break-words text-muted">
            <Attempt webhook={webhook} delivery={delivery} />
          </p>
        </div>
        {sendable && (
          <Button
            variant="outline"
            size="small"
            className="shrink-0"
            aria-label={`Send Again: ${eventName(event)}, ${clock.moment(createdAt)}`}
            busy={busy}
            onClick={() => write(id)}
          >
            Send Again
          </Button>
        )}
      </div>
      {answer && <p className="break-words rounded-control bg-sunk px-3 py-2 font-mono text-tiny">{answer}</p>}
    </li>
  );
}

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { data, isError, refetch } = useDeliveries(webhook.id);
  if (isError) return <Unloaded retry={refetch}>The deliveries could not be loaded.</Unloaded>;
  if (!data) return <p className="text-muted text-small">Loading...</p>;
  if (data.length === 0) return <p className="text-muted text-small">No deliveries yet.</p>;
  return (
    <ul className="text-small">
      {data.map((delivery) => (
        <DeliveryItem key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
    </ul>
  );
}
