// Sample data: what removing it takes away, what stays and why, and removing it, which cannot be taken back.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { useWrite } from "../../../any-record/write";
import { Detail, Details } from "../../../list/details";
import { Unloaded } from "../../../list/unloaded";

const PATH = "/api/panel/sample-data";

type Counts = Schemas["SampleDataRow"]["going"];

/** How the rows of a table are called, one and several. */
const NAMES: Record<string, [string, string]> = {
  leads: ["lead", "leads"],
  clients: ["client", "clients"],
  work_orders: ["work order", "work orders"],
  support_tickets: ["ticket", "tickets"],
  contact_submissions: ["message", "messages"],
  gallery_submissions: ["gallery photo", "gallery photos"],
  blog_posts: ["published post", "published posts"],
  post_drafts: ["post in Settings", "posts in Settings"],
  newsletter_subscriptions: ["subscriber", "subscribers"],
  branch_service_areas: ["ZIP code", "ZIP codes"],
  users: ["account", "accounts"],
  branches: ["branch", "branches"],
  regions: ["region", "regions"],
  organizations: ["organization", "organizations"],
  activities: ["activity", "activities"],
  next_steps: ["next step", "next steps"],
  properties: ["property", "properties"],
  warranties: ["warranty", "warranties"],
  quote_requests: ["quote request", "quote requests"],
};

const numbered = ({ kind, count }: Counts[number]) =>
  `${count.toLocaleString("en-US")} ${NAMES[kind]?.[count === 1 ? 0 : 1] ?? kind}`;

const listed = (counts: Counts) => counts.map(numbered).join(", ");

function Preview({ going, staying, written, changed }: Schemas["SampleDataRow"]) {
  return (
    <Details>
      <Detail term="Removed">{listed(going) || "Nothing"}</Detail>
      {written.length > 0 && <Detail term="Removed with it, written by your people">{listed(written)}</Detail>}
      {changed > 0 && (
        <Detail term="Removed, though your people changed it">
          {changed === 1 ? "1 sample record" : `${changed.toLocaleString("en-US")} sample records`}
        </Detail>
      )}
      <Detail term="Kept">
        {staying.length > 0
          ? `Everything of your own, and what it refers to: ${listed(staying)}`
          : "Everything of your own, and every setting"}
      </Detail>
    </Details>
  );
}

export function SampleData() {
  const { data, isError, refetch } = useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });
  const [asked, ask] = useState(false);
  const { write, busy } = useWrite({
    send: (seal: string, key) => bodyOf(api.post(`${PATH}/remove`, { body: { seal }, headers: keyed(key) })),
    done: () => "The sample data is gone. Welcome shows what to do next",
    failed: "Failed to remove the sample data",
    onDone: () => ask(false),
  });
  if (isError && !data) return <Unloaded retry={refetch}>The sample data could not be counted.</Unloaded>;
  if (!data) return <Skeleton className="mt-5 h-40" />;
  if (!data.there) return null;
  return (
    <Card className="mt-5 grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="font-sans font-semibold text-h4">Sample data</h2>
        <p className="text-muted">
          Invented people, places and jobs to try things out. Sample accounts are logged out when they are removed.
        </p>
      </div>
      <Preview {...data} />
      {!data.ownAccount && (
        <p role="note" className="rounded-card bg-warn-tint p-3 text-on-warn-tint">
          You are signed in with a sample account, which would be removed, too. Invite yourself as an administrator
          under Users, and sign in as that person.
        </p>
      )}
      {data.ownAccount && !asked && (
        <Button variant="outline" className="justify-self-start" onClick={() => ask(true)}>
          Remove Sample Data
        </Button>
      )}
      {data.ownAccount && asked && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="font-semibold">This cannot be undone.</p>
          <Button variant="destructive" busy={busy} onClick={() => void write(data.seal)}>
            Remove for Good
          </Button>
          <Button variant="quiet" busy={busy} onClick={() => ask(false)}>
            Keep It
          </Button>
        </div>
      )}
    </Card>
  );
}
