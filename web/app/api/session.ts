// Who is signed in.
import { useQuery } from "@tanstack/react-query";
import { api, getOrNull, type Schemas, whenSignedOut } from "./client";
import { queries } from "./queries";

export type Role =
  | "support"
  | "sales_rep"
  | "technician"
  | "lead_technician"
  | "branch_ops_manager"
  | "regional_ops_manager"
  | "admin";

export type Permission =
  | "canManageUsers"
  | "canViewAllData"
  | "canEditConfig"
  | "canDeleteData"
  | "canManageTickets"
  | "canManageWorkOrders"
  | "canManageLeads"
  | "canViewReports"
  | "canApproveJobs"
  | "canAssignJobs";

export type User = Schemas["CurrentUser"];

const KEY = ["/api/auth/user"];

/** The signed-in user: undefined while it is asked, null when nobody is. */
export function useSession(): User | null | undefined {
  const { data, isError } = useQuery({ queryKey: KEY, queryFn: () => getOrNull<User>("/api/auth/user") });
  return isError ? null : data;
}

whenSignedOut(() => queries.setQueryData(KEY, null));

export async function logOut(): Promise<void> {
  try {
    await api.post("/api/auth/logout");
  } catch (error) {
    console.error("The log-out request failed.", error);
  }
}
