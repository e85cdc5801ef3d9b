// Addresses whose letters were refused for good: no letter goes there until somebody says so.
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useWrite } from "../../../any-record/write";
import { Day } from "../../../list/details";
import { useList } from "../../../list/list";
import { Unloaded } from "../../../list/unloaded";

type Bounced = Schemas["BouncedRow"];

const PATH = "/api/panel/bounced-addresses";
const bounces = { path: PATH, list: (query: Query) => pageOf(api.get(PATH, { params: { query } })) };
const NONE = {};

const about = (id: string, key: string) => ({ params: { path: { id } }, headers: keyed(key) });

function useLift(id: string) {
  const back = useWrite({
    about: [PATH, id],
    send: (_: string, key) => bodyOf(api.post("/api/panel/bounced-addresses/{id}/take-back", about(id, key))),
    done: ({ email }) => `No email goes to ${email}, as before`,
    failed: "Failed to take it back",
  });
  return useWrite({
    about: [PATH, id],
    send: (_: string, key) => bodyOf(api.post("/api/panel/bounced-addresses/{id}/lift", about(id, key))),
    done: ({ email }) => `Emails go to ${email} again`,
    failed: "Failed to change this",
    undo: () => void back.write(id),
  });
}

function Item({ address: { id, email, fault, createdAt } }: { address: Bounced }) {
  const { write, busy } = useLift(id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-t py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-semibold">{email}</p>
        <p className="break-words text-muted">
          <Day value={createdAt} />: “{fault}”
        </p>
      </div>
      <Button
        variant="outline"
        size="small"
        busy={busy}
        aria-label={`Write to ${email} again`}
        onClick={() => void write(id)}
      >
        Write Again
      </Button>
    </li>
  );
}

export function Bounces() {
  const list = useList(bounces, NONE);
  const rows = list.pages.flat();
  if (list.state !== "failed" && rows.length === 0) return null;
  return (
    <section aria-labelledby="bounces" className="mt-8">
      <Card className="grid gap-2 p-4">
        <h2 id="bounces" className="font-sans font-semibold text-h4">
          Bounced addresses
        </h2>
        {list.state === "failed" ? (
          <Unloaded retry={list.refresh}>Bounced addresses could not be loaded.</Unloaded>
        ) : (
          <p className="text-muted">
            Their mail servers refused an email for good. Nothing more is sent to these addresses until you say so.
          </p>
        )}
        <ul>
          {rows.map((row) => (
            <Item key={row.id} address={row} />
          ))}
        </ul>
        {list.more && (
          <Button variant="outline" size="small" className="justify-self-start" onClick={() => void list.loadMore()}>
            Show More
          </Button>
        )}
      </Card>
    </section>
  );
}
