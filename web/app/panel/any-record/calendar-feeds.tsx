// Addresses under which calendar programs show visits: one's own, and those of a branch. Each is told once.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Select } from "~/ui/input";
import { Moment } from "~/ui/moment";
import { ShownOnce } from "~/ui/shown-once";
import { Skeleton } from "~/ui/skeleton";
import { Unloaded } from "../list/unloaded";
import { useBranches } from "../staff/queries";
import { may, useUser } from "../user/user";
import { useWrite } from "./write";

type Feed = Schemas["CalendarFeedRow"];
type Made = Schemas["CalendarFeedMade"];

const PATH = "/api/panel/calendar-feeds";
/** Stands for one's own visits among the branches. */
const OWN = "";
const MINE = "My visits";

const useFeeds = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

function useNameOf() {
  const branches = useBranches();
  return (branchId: string | null) =>
    branchId === null ? MINE : (branches.find(({ id }) => id === branchId)?.name ?? "A branch elsewhere");
}

function Read({ usedAt }: Feed) {
  const clock = useClock();
  if (usedAt === null) return "Not read yet";
  return (
    <>
      Last read <Moment at={usedAt}>{clock.recent(usedAt)}</Moment>
    </>
  );
}

function FeedItem({ feed }: { feed: Feed }) {
  const name = useNameOf()(feed.branchId);
  const { write, busy } = useWrite({
    about: [PATH, feed.id],
    send: (id: string, key) =>
      api.delete("/api/panel/calendar-feeds/{id}", { params: { path: { id } }, headers: keyed(key) }),
    done: () => "The address shows nothing any more",
    failed: "Failed to end the address",
  });
  return (
    <li className="flex items-center justify-between gap-3 border-hairline border-t py-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-muted text-small">
          <Read {...feed} />
        </p>
      </div>
      <Button variant="outline" size="small" aria-label={`End ${name}`} busy={busy} onClick={() => write(feed.id)}>
        End
      </Button>
    </li>
  );
}

function Told({ address }: Made) {
  return (
    <ShownOnce label="Address" value={address}>
      Add it to your calendar as a subscription, or{" "}
      <a href={address.replace(/^https?:/, "webcal:")} className="text-link underline underline-offset-4">
        open it in your calendar
      </a>
      . It is shown only now, and anyone who knows it can read along.
    </ShownOnce>
  );
}

function Making({ feeds }: { feeds: Feed[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(OWN);
  const [made, setMade] = useState<Made | null>(null);
  const branches = useBranches();
  const { write, busy } = useWrite({
    about: [PATH, "new"],
    send: (branchId: string) => bodyOf(api.post(PATH, { body: { branchId: branchId || null } })),
    failed: "Failed to make the address",
  });
  const again = feeds.some(({ branchId }) => (branchId ?? OWN) === chosen);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid min-w-48 flex-1 gap-1.5">
          <label htmlFor={id} className="font-semibold text-small">
            Visits
          </label>
          <Select
            id={id}
            value={chosen}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setMade(null);
            }}
            options={[
              { value: OWN, label: MINE },
              ...branches.map((branch) => ({ value: branch.id, label: branch.name })),
            ]}
          />
        </div>
        <Button variant="outline" busy={busy} onClick={async () => setMade(await write(chosen))}>
          {again ? "Make New Address" : "Make Address"}
        </Button>
      </div>
      {again && !made && <p className="text-muted text-small">The current address will stop working.</p>}
      {made && <Told {...made} />}
    </div>
  );
}

function Feeds() {
  const { data, isError, refetch } = useFeeds();
  return (
    <section aria-labelledby="calendar-feeds" className="grid gap-3">
      <h3 id="calendar-feeds" className="font-sans font-semibold text-h4">
        Calendar
      </h3>
      <p className="text-muted">
        Subscribe to a secret address, and your calendar shows when and where each visit is and keeps up with changes.
      </p>
      {isError && <Unloaded retry={refetch}>Your calendar addresses could not be loaded.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-20" />}
      {data && data.length > 0 && (
        <ul aria-labelledby="calendar-feeds">
          {data.map((feed) => (
            <FeedItem key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {data && <Making feeds={data} />}
    </section>
  );
}

/** For those who see visits. */
export function CalendarFeeds() {
  const user = useUser();
  return (["canManageLeads", "canManageWorkOrders", "canViewAllData"] as const).some((flag) => may(user, flag)) ? (
    <Feeds />
  ) : null;
}
