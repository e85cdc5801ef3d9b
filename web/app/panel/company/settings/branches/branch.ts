// Branches as Settings keep them: the calls about them, what hangs on one, and how it stands.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { longDate } from "~/lib/dates";
import type { Look } from "~/ui/look-badge";

export type Branch = Schemas["BranchRow"];
export type Holiday = Schemas["Holiday"];
export type OpenDay = Schemas["DayHours"];

const about = (id: string) => ({ path: { id } });

export const branches = {
  path: "/api/panel/branches",
  one: (id: string) => bodyOf(api.get("/api/panel/branches/{id}", { params: about(id) })),
  history: (id: string) => bodyOf(api.get("/api/panel/branches/{id}/history", { params: about(id) })),
  create: (body: Schemas["NewBranch"], key: string) =>
    bodyOf(api.post("/api/panel/branches", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the branch since it was read. */
  update: ({ id, version }: Branch, body: Schemas["BranchEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/branches/{id}", { params: about(id), body, headers: changing(version, key) })),
  delete: ({ id, version }: Branch, key: string) =>
    api.delete("/api/panel/branches/{id}", { params: about(id), headers: changing(version, key) }),
};

/** What hangs on a branch, as it is now. */
export const useHanging = ({ id, version }: Branch) =>
  useQuery({
    queryKey: [branches.path, id, "hanging", version],
    queryFn: () => bodyOf(api.get("/api/panel/branches/{id}/hanging", { params: about(id) })),
    gcTime: 0,
  });

/** "Dec 25, 2026: Christmas Day, yearly". */
export const holidayText = ({ day, name, yearly }: Holiday) => `${longDate(day)}: ${name}${yearly ? ", yearly" : ""}`;

export const branchStatuses: Record<Branch["status"], Look> = {
  active: { label: "Active", variant: "success", mark: "check" },
  inactive: { label: "Inactive", variant: "outline", mark: "empty" },
};
