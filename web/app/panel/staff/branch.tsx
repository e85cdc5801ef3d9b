// Where a record belongs, for those whose scope has several branches.
import { Detail } from "../list/details";
import { useBranchNames } from "./queries";

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
