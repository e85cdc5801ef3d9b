// What a field of many records may be set to, and how its values are told.
import { fullName } from "~/lib/people";
import type { Option } from "~/ui/input";
import { optionsOf } from "~/ui/look-badge";
import { useAssignees, useBranches, useColleagues } from "../../staff/queries";
import type { BulkKind, BulkRow } from "./bulk-kind";

/** Nobody, in a list of choices. */
export const NOBODY = "nobody";

/** What is to be changed of which records. */
export interface Meant<Row extends BulkRow> {
  kind: BulkKind<Row>;
  field: string;
  /** How many are meant. */
  number: number;
  /** Those of them that are loaded. */
  seen: readonly Row[];
}

/** The people who may be chosen: of the one branch that all of them lie in, else all colleagues; the preview says who does not fit. */
function usePeople<Row extends BulkRow>({ kind, seen, number }: Meant<Row>): Option[] {
  const branches = new Set(seen.map(({ branchId }) => branchId ?? ""));
  const [branch = ""] = branches;
  const readsOne = useBranches().length === 1;
  const one = branches.size === 1 && (readsOne || seen.length === number);
  const { data: assignees } = useAssignees(kind.assigned ?? "lead", branch);
  const { data: colleagues } = useColleagues();
  const people = one
    ? (assignees ?? [])
    : [...(colleagues?.values() ?? [])].filter(({ status }) => status === "active");
  return people.map((person) => ({ value: person.id, label: fullName(person) || person.email }));
}

/** What a field may be set to. */
export function useOptions<Row extends BulkRow>(props: Meant<Row>): Option[] {
  const people = usePeople(props);
  const branches = useBranches();
  switch (props.field) {
    case "assignedTo":
      return [{ value: NOBODY, label: "Nobody" }, ...people];
    case "branchId":
      return branches.filter(({ status }) => status === "active").map(({ id, name }) => ({ value: id, label: name }));
    default:
      return optionsOf(props.kind.fields.find(({ name }) => name === props.field)?.looks ?? {});
  }
}

/** Tells a value of a field in words. */
export function useTold(field: string, options: readonly Option[]) {
  const { data } = useColleagues();
  const branches = useBranches();
  return (value: unknown): string => {
    if (value === null || value === undefined) return field === "branchId" ? "Whole company" : "Nobody";
    const known = options.find((option) => option.value === value)?.label;
    const person = data?.get(String(value));
    return (
      known ??
      (person && (fullName(person) || person.email)) ??
      branches.find(({ id }) => id === value)?.name ??
      "Unknown"
    );
  };
}
