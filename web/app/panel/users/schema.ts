// What can be changed of a user, as the form holds it and as it is sent.
import { type InferOutput, object, picklist, pipe, transform } from "valibot";
import { ROLES } from "../people/roles";
import type { Person } from "./queries";

export const NONE = "none";
export const STATUSES = ["active", "inactive"] as const;

export const userSchema = object({
  role: pipe(
    picklist([NONE, ...ROLES]),
    transform((role) => (role === NONE ? null : role)),
  ),
  status: picklist(STATUSES),
});

export type UserWrite = InferOutput<typeof userSchema>;

export const userValues = (person: Person | null) => ({
  role: (person?.role ?? NONE) as typeof NONE | (typeof ROLES)[number],
  status: (person?.status ?? "active") as (typeof STATUSES)[number],
});
