// Setting up a new company: how far it is, and the calls.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { may, useUser } from "../user/user";

export type Setup = Schemas["Setup"];
export type SetupEdit = Schemas["SetupEdit"];
export type StepRow = Setup["steps"][number];

const PATH = "/api/panel/setup";

/** How far the company is set up; asked for those alone who set it up. */
export function useSetup() {
  const enabled = may(useUser(), "canEditConfig");
  return useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)), enabled });
}

/** Shows what is saved before it is asked for again: the next press goes on from there. */
export async function editSetup(body: SetupEdit, version: number, key: string): Promise<Setup> {
  const saved = await bodyOf(api.patch(PATH, { body, headers: changing(version, key) }));
  queries.setQueryData([PATH], saved);
  return saved;
}

export const isSettled = ({ lacks, notNeeded }: StepRow): boolean => lacks.length === 0 || notNeeded;
