// The calls about users.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, get, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { useList, useRecord } from "../../list/list";
import type { UserWrite } from "./schema";

export type Person = Schemas["UserRow"];
export type Grants = Schemas["Grants"]["roles"];
export type OpenWork = Schemas["OpenWork"];
/** A part of somebody's open work, and who has it next. */
export type Handed = Schemas["Handover"];

const USERS = "/api/panel/users";
const STATS = `${USERS}/stats`;
const GRANTS = `${USERS}/grants`;

export { USERS };

export const useUsers = (filters: Record<string, string>) => useList<Person>(USERS, filters);

export const usePerson = (id: string) => useRecord<Person>(USERS, id);

/** How many people there are, are active, and have no role. */
export const useUserStats = () => useQuery({ queryKey: [STATS], queryFn: () => get<Schemas["UserStats"]>(STATS) });

/** The roles that one may give and take, null being none; undefined until they are known. */
export const useGrants = (): Grants | undefined =>
  useQuery({ queryKey: [GRANTS], queryFn: () => get<Schemas["Grants"]>(GRANTS) }).data?.roles;

const openWork = (id: string) => ({
  queryKey: [USERS, id, "open-work"],
  queryFn: () => get<OpenWork[]>(`${USERS}/${encodeURIComponent(id)}/open-work`),
});

/** What a person has open, by kind and branch. */
export const useOpenWork = (id: string) => useQuery({ ...openWork(id), gcTime: 0 });

/** What of it the person can no longer see or handle. */
export const stranded = (parts: OpenWork[]): OpenWork[] => parts.filter(({ mayKeep }) => !mayKeep);

/** Whether something is left, asked after the person's role or status has changed. */
export async function leavesWork(id: string): Promise<boolean> {
  return stranded(await queries.fetchQuery({ ...openWork(id), staleTime: 0 })).length > 0;
}

/** Hands a person's open records on; gives how many. */
export async function reassign(id: string, parts: Handed[], key: string): Promise<number> {
  const call = { params: { path: { id } }, body: { parts }, headers: keyed(key) };
  return (await bodyOf(api.post("/api/panel/users/{id}/reassign", call))).count;
}

export async function updateUser({ id, version }: Person, body: Partial<UserWrite>, key: string): Promise<Person> {
  const headers = changing(version, key);
  return bodyOf(api.patch("/api/panel/users/{id}", { params: { path: { id } }, body, headers }));
}
