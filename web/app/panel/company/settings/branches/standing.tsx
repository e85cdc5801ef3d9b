// What becomes of a branch: it is deactivated once nobody works there and nothing waits there, and deleted while nothing tells
// of it. What is in the way is named, and leads to where it is handed on.
import { Link } from "wouter";
import type { Schemas } from "~/api/client";
import { queries } from "~/api/queries";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import { useWrite } from "../../../any-record/write";
import { Unloaded } from "../../../list/unloaded";
import { type Branch, branches, useHanging } from "./branch";

type Hanging = Schemas["Hanging"];

/** What has to be handed on first: how it is called, one and several, and where that is done. */
const WAITS: [name: keyof Hanging, one: string, many: string, path: string][] = [
  ["people", "person works here or is invited to", "people work here or are invited to", "/panel/users"],
  ["openLeads", "open lead", "open leads", "/panel/leads"],
  ["openWorkOrders", "open work order", "open work orders", "/panel/work-orders?assignedTo=all"],
  ["openTickets", "open ticket", "open tickets", "/panel/tickets"],
  ["zipCodes", "ZIP code", "ZIP codes", "/panel/settings?tab=zip-codes"],
];

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** A list of one branch. */
const listOf = (path: string, { id }: Branch) =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ branchId: id })}`;

interface Change {
  from: Branch;
  status: Branch["status"];
}

function useStatus(branch: Branch) {
  const options = {
    about: [branches.path, branch.id],
    send: ({ from, status }: Change, key: string) => branches.update(from, { status }, key),
    done: ({ name, status }: Branch) => `${name} is ${status}`,
    failed: "Failed to update branch",
  };
  const back = useWrite(options);
  return useWrite({
    ...options,
    undo: ({ from: { status } }, saved) => void back.write({ from: saved, status }),
  });
}

function useDeletion(branch: Branch, onGone: () => void) {
  const about = [branches.path, branch.id];
  const again = useWrite({
    about,
    send: ({ name, regionId, address, phone, email, timeZone, openHours }: Branch, key) =>
      branches.create({ name, regionId, address, phone, email, timeZone, openHours }, key),
    done: ({ name }) => `${name} is back`,
    failed: "Failed to create branch",
  });
  return useWrite({
    about,
    send: async (gone: Branch, key) => {
      await branches.delete(gone, key);
      onGone(); // before all that is shown is asked again: what is gone would not be found
      queries.removeQueries({ queryKey: [branches.path, gone.id] });
      return gone;
    },
    done: ({ name }) => `${name} is deleted`,
    failed: "Failed to delete branch",
    undo: (gone) => void again.write(gone),
  });
}

interface StandingProps {
  branch: Branch;
  onGone: () => void;
}

function Ending({ branch, hanging, onGone }: StandingProps & { hanging: Hanging }) {
  const { write: set, busy } = useStatus(branch);
  const { write: remove, busy: removing } = useDeletion(branch, onGone);
  const waits = WAITS.filter(([name]) => hanging[name]);
  if (waits.length > 0) {
    return (
      <>
        <p>Move or close these before you deactivate the branch:</p>
        <ul className="grid list-disc gap-1 pl-5">
          {waits.map(([name, one, many, path]) => (
            <li key={name}>
              <Link href={listOf(path, branch)} className="text-link underline-offset-4 hover:underline">
                {counted(Number(hanging[name]), one, many)}
              </Link>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <>
      <p>
        {hanging.others
          ? "Nothing is open here. Once inactive, the branch takes nothing new; its closed records stay readable."
          : "Nothing refers to this branch yet, so you can also delete it."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" busy={busy} onClick={() => set({ from: branch, status: "inactive" })}>
          Deactivate Branch
        </Button>
        {!hanging.others && (
          <Button variant="outline" size="small" busy={removing} onClick={() => remove(branch)}>
            Delete Branch
          </Button>
        )}
      </div>
    </>
  );
}

function Inactive({ branch }: { branch: Branch }) {
  const { write, busy } = useStatus(branch);
  return (
    <>
      <p>Nothing new goes to this branch.</p>
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        busy={busy}
        onClick={() => write({ from: branch, status: "active" })}
      >
        Activate Branch
      </Button>
    </>
  );
}

/** Where requests from outside every ZIP code go. */
const DEFAULT_BRANCH = "1";

function Body({ branch, onGone }: StandingProps) {
  const { data, isError, refetch } = useHanging(branch);
  if (branch.status === "inactive") return <Inactive branch={branch} />;
  if (branch.id === DEFAULT_BRANCH)
    return <p>Requests from outside every branch's ZIP codes come here, so this branch stays.</p>;
  if (isError) return <Unloaded retry={refetch}>What hangs on this branch could not be loaded.</Unloaded>;
  if (!data) return <Skeleton className="h-16" />;
  return <Ending branch={branch} hanging={data} onGone={onGone} />;
}

export function Standing(props: StandingProps) {
  return (
    <section aria-labelledby="standing" className="mt-6 grid gap-3 rounded-control bg-sunk p-4">
      <h3 id="standing" className="font-sans font-semibold text-base">
        {props.branch.status === "active" ? "Closing this branch" : "This branch is inactive"}
      </h3>
      <Body {...props} />
    </section>
  );
}
