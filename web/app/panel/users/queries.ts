// The calls about users.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, get, type Schemas } from "~/api/client";
import { useList, useRecord } from "../list/list";
import type { UserWrite } from "./schema";

export type Person = Schemas["UserRow"];

const USERS = "/api/panel/users";
const STATS = `${USERS}/stats`;

export { USERS };

export const useUsers = (filters: Record<string, string>) => useList<Person>(USERS, filters);

export const usePerson = (id: string) => useRecord<Person>(USERS, id);

/** How many people there are, are active, and have no role. */
export const useUserStats = () => useQuery({ queryKey: [STATS], queryFn: () => get<Schemas["UserStats"]>(STATS) });

export async function updateUser({ id, version }: Person, body: UserWrite): Promise<Person> {
  const headers = { "If-Match": `"${version}"` };
  return bodyOf(api.patch("/api/panel/users/{id}", { params: { path: { id } }, body, headers }));
}
