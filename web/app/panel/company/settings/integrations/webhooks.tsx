// Webhooks: URLs of other programs that are told what happens here, each with what it was told last.
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Disclosure } from "~/ui/disclosure";
import { lazyOnDemand } from "~/ui/lazy";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { useWrite } from "../../../any-record/write";
import { Unloaded } from "../../../list/unloaded";
import { Deliveries } from "./deliveries";
import {
  deleteWebhook,
  EACH,
  eventName,
  type Made,
  PATH,
  replaceSecret,
  restoreWebhook,
  sendTest,
  switchWebhook,
  useWebhooks,
  type Webhook,
} from "./webhook";
import { WebhookSecret } from "./webhook-secret";

interface WebhookDialogProps {
  open: boolean;
  webhook: Webhook | null;
  onOpenChange: (open: boolean) => void;
}

const WebhookDialog = lazyOnDemand<WebhookDialogProps>(() => import("./webhook-form"), {
  wanted: ({ open }) => open,
  fallback: () => null,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

function Standing({ webhook: { enabled, failingSince, lastOkAt } }: { webhook: Webhook }) {
  const clock = useClock();
  if (failingSince) {
    return (
      <>
        {enabled ? "Every delivery has failed since " : "Turned off. Every delivery had failed since "}
        <Moment at={failingSince}>{clock.moment(failingSince)}</Moment>.{enabled && " It turns off after three days."}
      </>
    );
  }
  if (!lastOkAt) return <>No delivery yet.</>;
  return (
    <>
      Last delivered <Moment at={lastOkAt}>{clock.recent(lastOkAt)}</Moment>.
    </>
  );
}

function useActs({ id }: Webhook, onTold: () => void) {
  const about = [PATH, id];
  const [made, setMade] = useState<Made | null>(null);
  const back = useWrite({
    about,
    send: (enabled: boolean, key) => switchWebhook(id, enabled, key),
    failed: "Failed to change the webhook",
  });
  const switching = useWrite({
    about,
    send: (enabled: boolean, key) => switchWebhook(id, enabled, key),
    done: ({ data }) => (data?.enabled ? "The webhook is on" : "The webhook is off"),
    failed: "Failed to change the webhook",
    undo: (enabled) => void back.write(!enabled),
  });
  const restoring = useWrite({
    about,
    send: (deleted: string, key) => restoreWebhook(deleted, key),
    done: () => "The webhook is back",
    failed: "Failed to bring the webhook back",
  });
  const deleting = useWrite({
    about,
    send: (deleted: string, key) => deleteWebhook(deleted, key),
    done: () => "The webhook was deleted",
    failed: "Failed to delete the webhook",
    undo: (deleted) => void restoring.write(deleted),
  });
  const testing = useWrite({
    about,
    send: (tested: string, key) => sendTest(tested, key),
    failed: "Failed to send a test",
    onDone: onTold,
  });
  const replacing = useWrite({
    about,
    send: (replaced: string) => replaceSecret(replaced),
    failed: "Failed to make another secret",
    onDone: setMade,
  });
  return { switching, deleting, testing, replacing, made };
}

function WebhookItem({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { id, url, events, enabled, failingSince, formerUntil } = webhook;
  const [tests, setTests] = useState(0);
  const { switching, deleting, testing, replacing, made } = useActs(webhook, () => setTests((number) => number + 1));
  const clock = useClock();
  const busy = testing.busy;
  const of = (act: string) => `${act}: ${url}`;
  const both = formerUntil ? `The old secret also works until ${clock.moment(formerUntil)}.` : "";
  return (
    <li className="grid gap-2 border-hairline border-t py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-all font-semibold">{url}</span>
        {!enabled && <Badge variant="outline">Off</Badge>}
        {enabled && failingSince && <Badge variant="warning">Failing</Badge>}
      </p>
      <p className="text-muted text-small">
        {EACH.filter((event) => events.includes(event))
          .map(eventName)
          .join(", ")}
        . <Standing webhook={webhook} /> {!made && both}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          aria-label={of("Send Test")}
          busy={busy}
          onClick={() => testing.write(id)}
        >
          <Send aria-hidden /> Send Test
        </Button>
        <Button variant="outline" size="small" aria-label={of("Edit")} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={of(enabled ? "Turn Off" : "Turn On")}
          busy={busy}
          onClick={() => switching.write(!enabled)}
        >
          {enabled ? "Turn Off" : "Turn On"}
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={of("New Secret")}
          busy={busy}
          onClick={() => replacing.write(id)}
        >
          New Secret
        </Button>
        <Button variant="outline" size="small" aria-label={of("Delete")} busy={busy} onClick={() => deleting.write(id)}>
          Delete
        </Button>
      </div>
      {made && <WebhookSecret made={made}>{both}</WebhookSecret>}
      <Disclosure key={tests} label="Deliveries" startsOpen={tests > 0}>
        <Deliveries webhook={webhook} />
      </Disclosure>
    </li>
  );
}

export function Webhooks() {
  const { data, isError, refetch } = useWebhooks();
  const [opened, setOpened] = useState<Webhook | "new" | null>(null);
  return (
    <section aria-labelledby="webhooks">
      <Card className="grid gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 max-w-prose">
            <h2 id="webhooks" className="font-sans font-semibold text-h4">
              Webhooks
            </h2>
            <p className="text-muted">
              Send events to another program as they happen. Each one carries the full record and is signed.
            </p>
          </div>
          <Button size="small" onClick={() => setOpened("new")}>
            <Plus aria-hidden /> New Webhook
          </Button>
        </div>
        {isError && <Unloaded retry={refetch}>The webhooks could not be loaded.</Unloaded>}
        {!(data || isError) && <Skeleton className="h-20" />}
        {data?.length === 0 && <p className="text-muted">There are none yet.</p>}
        {data && data.length > 0 && (
          <ul aria-labelledby="webhooks">
            {data.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} onEdit={() => setOpened(webhook)} />
            ))}
          </ul>
        )}
      </Card>
      <WebhookDialog
        open={opened !== null}
        webhook={opened === "new" ? null : opened}
        onOpenChange={() => setOpened(null)}
      />
    </section>
  );
}
