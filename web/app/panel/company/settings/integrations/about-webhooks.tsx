// What the receiver of a webhook has to know: what comes, how to see that it comes from here, and what to answer.
import { Card } from "~/ui/card";
import { Example } from "./example";
import verify from "./verify.py?raw";
import { EVENTS, type Event } from "./webhook";

/** What a record is told as: the call whose answer has the same fields. */
const RECORDS: Record<string, string> = {
  lead: "/leads/{id}",
  client: "/clients/{id}",
  message: "/enquiries",
  work_order: "/work-orders/{id}",
  ticket: "/support-tickets/{id}",
};

const SAMPLE = `POST /your/path HTTP/1.1
Content-Type: application/json
webhook-id: 01a20a36-000a-7b53-8640-d2e199efcf53
webhook-timestamp: 1795467600
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "id": "01a20a36-000a-7b53-8640-d2e199efcf53",
  "event": "lead.created",
  "time": "2026-11-23T21:00:00Z",
  "version": 1,
  "record": { "id": "01a20a35-8c1e-7d20-9f6b-3b1f0c9a7e42", "name": "Nell Harper", "status": "new" }
}`;

const like = (event: string) => RECORDS[event.split(".", 1)[0] ?? ""];

export function AboutWebhooks() {
  return (
    <section id="webhooks" aria-labelledby="webhooks-title" className="scroll-mt-20">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <h2 id="webhooks-title" className="font-sans font-semibold text-h4">
          Webhooks
        </h2>
        <p className="text-muted">
          A webhook gets a POST for each event that was chosen for it. The sample shows only a few of the record&rsquo;s
          fields.
        </p>
        <Example>{SAMPLE}</Example>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted">
          <li>
            Answer with a status from 200 to 299 within 10 seconds, and work on it afterwards. Anything else is tried
            again, nine times within three days. Redirects are not followed.
          </li>
          <li>
            The same event may come twice, always with the same <code>webhook-id</code>: remember the ids that you have
            dealt with. Events may arrive out of order; the record&rsquo;s <code>version</code> says which is newer.
          </li>
          <li>
            Before you believe it, check the signature over the bytes as they came, and that{" "}
            <code>webhook-timestamp</code> is within five minutes of now. The form is that of the Standard Webhooks, for
            which there are libraries in most languages. While a secret is being replaced there are several signatures,
            with spaces between them: one must match.
          </li>
          <li>
            A test has the event <code>webhook.test</code> and no record.
          </li>
        </ul>
        <h3 className="font-sans font-semibold text-small">How to check the signature, in Python</h3>
        <Example>{verify}</Example>
        <h3 className="font-sans font-semibold text-small">Events</h3>
        <dl className="grid gap-1.5">
          {(Object.keys(EVENTS) as Event[]).map((event) => (
            <div key={event} className="grid gap-x-4 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
              <dt className="min-w-0 break-words">
                <code className="font-semibold">{event}</code>
              </dt>
              <dd className="min-w-0 break-words text-muted">
                {EVENTS[event]}.{" "}
                {like(event) ? (
                  <>
                    The record has the fields of <code>{like(event)}</code>.
                  </>
                ) : (
                  "The record says what was asked for, the price range that was shown, and the lead’s id."
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}
