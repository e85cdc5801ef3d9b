// The branches in scope, and the time zone of each.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { clockOf } from "~/lib/clock";
import { Combobox } from "~/ui/combobox";
import { SkeletonGroup } from "~/ui/skeleton";
import { CardGrid, CardGridSkeleton, ListCard } from "../../list/cards";
import { Toolbar } from "../../list/toolbar";
import { Unloaded } from "../../list/unloaded";
import { useWrite } from "../../records/write";
import { useBranchList } from "../../staff/queries";

type Branch = Schemas["BranchRow"];

const PATH = "/api/panel/branches";
/** Of the matches; more are found by typing on. */
const SHOWN = 50;

const useZones = () =>
  useQuery({
    queryKey: ["/api/panel/time-zones"],
    queryFn: () => bodyOf(api.get("/api/panel/time-zones")),
  });

/** "America/New_York" as people read and type it. */
const nameOf = (zone: string) => zone.replaceAll("_", " ");

const foldedName = (zone: string) => nameOf(zone).toLowerCase();

export function Branches() {
  const { data, isError, isRefetching, refetch } = useBranchList();
  return (
    <>
      <Toolbar title="Branches" count={data?.length} refreshing={isRefetching} />
      {isError && <Unloaded retry={refetch}>The branches could not be loaded.</Unloaded>}
      {!(data || isError) && (
        <SkeletonGroup label="Loading...">
          <CardGridSkeleton />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <p className="text-muted">No branches found.</p>}
      <CardGrid>
        {data?.map((branch) => (
          <li key={branch.id}>
            <ListCard title={branch.name} badge={<span className="text-muted">{branch.regionName}</span>}>
              <ZoneField branch={branch} />
            </ListCard>
          </li>
        ))}
      </CardGrid>
    </>
  );
}

/** What a press asks for, and what it would be put back to. */
interface Change {
  zone: string;
  before: string;
}

function useZone(branch: Branch) {
  const about = [PATH, branch.id];
  const failed = "Failed to save the time zone";
  async function send({ zone }: Change, key: string): Promise<Branch> {
    const params = { path: { id: branch.id } };
    const saved = await bodyOf(
      api.patch("/api/panel/branches/{id}", { params, body: { timeZone: zone }, headers: keyed(key) }),
    );
    queries.setQueryData<Branch[]>([PATH], (all) => all?.map((one) => (one.id === saved.id ? saved : one)));
    return saved;
  }
  const back = useWrite({ about, send, failed, done: () => "Time zone put back", offersRetry: true });
  return useWrite({
    about,
    send,
    failed,
    done: ({ name, timeZone }) => `${name} now uses ${nameOf(timeZone)} time`,
    undo: ({ zone, before }) => void back.write({ zone: before, before: zone }),
  });
}

function ZoneField({ branch }: { branch: Branch }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { data: zones = [], isError, refetch } = useZones();
  const { write } = useZone(branch);
  const words = typed.trim().toLowerCase();
  const matches = zones.filter((zone) => foldedName(zone).includes(words)).slice(0, SHOWN);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-small">
        Time zone
      </label>
      <Combobox
        id={id}
        chosen={{ value: branch.timeZone, label: nameOf(branch.timeZone) }}
        options={matches.map((zone) => ({ value: zone, label: nameOf(zone) }))}
        nothing="No time zone matches."
        onType={setTyped}
        onChoose={({ value }) => value !== branch.timeZone && void write({ zone: value, before: branch.timeZone })}
        aria-describedby={`${id}-now`}
      />
      <p id={`${id}-now`} className="text-muted text-small">
        It is {clockOf(branch.timeZone).now()} there.
      </p>
      {isError && <Unloaded retry={refetch}>The time zones could not be loaded.</Unloaded>}
    </div>
  );
}
