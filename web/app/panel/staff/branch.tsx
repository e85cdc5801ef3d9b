// Where a record belongs, for those whose scope has several branches.
import type { Schemas } from "~/api/client";
import { clockOf } from "~/lib/clock";
import { PhoneLink } from "../list/contact";
import { Detail } from "../list/details";
import { holidayOn } from "./holidays";
import { useBranches, useBranchNames } from "./queries";

/** Under the name of a record in a table. */
export function BranchLine({ id }: { id: string | null }) {
  const name = useBranchNames()(id);
  return name && <span className="block font-normal text-muted text-tiny">{name}</span>;
}

/** Among the details of a card. */
export function BranchDetail({ id }: { id: string | null }) {
  const name = useBranchNames()(id);
  return name && <Detail term="Branch">{name}</Detail>;
}

/** What time it is there, and in which zone. */
export function BranchTime({ branch: { timeZone } }: { branch: Schemas["BranchRow"] }) {
  return `${clockOf(timeZone).now()} (${timeZone.replaceAll("_", " ")})`;
}

/** Where somebody is looked after: the branch with its phone and hours, for staff who are asked when to call or come by. */
export function BranchFacts({ id }: { id: string }) {
  const branch = useBranches().find((one) => one.id === id);
  if (!branch) return null;
  const holiday = holidayOn(branch.holidays, clockOf(branch.timeZone).dayIn(0));
  return (
    <p className="text-muted text-small">
      {branch.name}
      {branch.status === "inactive" && " (inactive)"}
      {branch.phone && (
        <>
          {" · "}
          <PhoneLink phone={branch.phone} />
        </>
      )}
      {branch.openWords && ` · open ${branch.openWords}`}
      {holiday && ` · closed today (${holiday})`}
    </p>
  );
}
