// The people and the branches that pickers offer and lists name.
import { useQuery } from "@tanstack/react-query";
import { get, getAll, type Schemas } from "~/api/client";
import { withFilters } from "../list/filters";
import { useUser } from "../shell/user";

type Assignee = Schemas["Assignee"];
type Branch = Schemas["BranchRow"];

const ASSIGNEES = "/api/panel/assignees";
const BRANCHES = "/api/panel/branches";

/** Active staff who can act within reach, or in one branch of it. */
export function useAssignees(branchId = ""): Assignee[] {
  const address = withFilters(ASSIGNEES, { limit: "200", branchId });
  const { data } = useQuery({ queryKey: [ASSIGNEES, address], queryFn: () => getAll<Assignee>(address) });
  return data ?? [];
}

/** The branches within reach. */
export function useBranches(): Branch[] {
  const { data } = useQuery({ queryKey: [BRANCHES], queryFn: () => get<Branch[]>(BRANCHES) });
  return data ?? [];
}

/** Names a person by id: nobody is "Unassigned", somebody who cannot be found is "Unknown". */
export function useNames(): (id: string | null) => string {
  const assignees = useAssignees();
  return (id) => {
    if (id === null) return "Unassigned";
    return assignees.find((person) => person.id === id)?.email ?? "Unknown";
  };
}

/** The branch that new records go to unless another is chosen: one's own, or the company's first. */
export function useHomeBranch(): string {
  const { branchId } = useUser();
  return branchId ?? "1";
}
