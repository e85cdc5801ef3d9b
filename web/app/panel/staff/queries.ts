// The people and the branches that pickers offer and lists name.
import { skipToken, useQuery } from "@tanstack/react-query";
import { allOf, api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fullName } from "~/lib/people";
import { useUser } from "../user/user";

type Assignee = Schemas["Assignee"];
type Branch = Schemas["BranchRow"];

/** The records that people take care of, as the server calls them. */
export type AssignedKind = Schemas["AssignedKind"];

/** The branch of what belongs to none, as the server calls it. */
const WHOLE_COMPANY = "none";

const listAssignees = (query: Query) => pageOf(api.get("/api/panel/assignees", { params: { query } }));
const listColleagues = (query: Query) => pageOf(api.get("/api/panel/colleagues", { params: { query } }));

/** Active staff who can see and handle a kind of record in a branch; without one, what is the whole company's. */
export function useAssignees(kind: AssignedKind, branchId: string) {
  const asked = { for: kind, branchId: branchId || WHOLE_COMPANY };
  return useQuery({ queryKey: ["/api/panel/assignees", asked], queryFn: () => allOf(listAssignees, asked) });
}

const branchList = () => bodyOf(api.get("/api/panel/branches"));

export const useBranchList = (mayAsk = true) =>
  useQuery({ queryKey: ["/api/panel/branches"], queryFn: mayAsk ? branchList : skipToken });

/** The regions in reach, for those who see Settings; one without branches is among them. */
export const useRegionList = (mayAsk = true) =>
  useQuery({
    queryKey: ["/api/panel/regions"],
    queryFn: mayAsk ? () => bodyOf(api.get("/api/panel/regions")) : skipToken,
  });

/** The branches in scope. */
export function useBranches(): Branch[] {
  return useBranchList().data ?? [];
}

const isOpen = ({ status }: Branch) => status === "active";

/** The branches in scope that take something new, and the one that is chosen already. */
export const useOpenBranches = (chosen?: string): Branch[] =>
  useBranches().filter((branch) => isOpen(branch) || branch.id === chosen);

/** Names a branch for those whose scope has several; for the others it is always theirs, and nobody needs to say so. */
export function useBranchNames(): (id: string | null) => string | null {
  const branches = useBranches();
  return (id) => {
    if (branches.length < 2) return null;
    return id === null ? "Whole company" : (branches.find((branch) => branch.id === id)?.name ?? "Unknown");
  };
}

const found = new WeakMap<Assignee[], Map<string, Assignee>>();

/** Made once of the same people: every row of a list asks. */
function byId(people: Assignee[]): Map<string, Assignee> {
  const map = found.get(people) ?? new Map(people.map((person) => [person.id, person]));
  found.set(people, map);
  return map;
}

/** All colleagues in scope by their ids, those who have left included: their names stand on what they did. */
export const useColleagues = () =>
  useQuery({
    queryKey: ["/api/panel/colleagues"],
    queryFn: () => allOf(listColleagues, {}),
    select: byId,
  });

/** Tells a person by id: nobody is "Unassigned", somebody who cannot be found is "Unknown". */
function useTold(told: (person: Assignee) => string): (id: string | null) => string {
  const { data, isError } = useColleagues();
  return (id) => {
    if (id === null) return "Unassigned";
    if (!data) return isError ? "Name not loaded" : "...";
    const person = data.get(id);
    return person ? told(person) : "Unknown";
  };
}

export const useNames = () => useTold((person) => fullName(person) || person.email);

/** Tickets and pickers tell people by their email address. */
export const useEmails = () => useTold(({ email }) => email);

/** The branch that new records go to unless another is chosen; an empty text where one has none. */
export function useHomeBranch(): string {
  return useUser().homeBranchId ?? "";
}
