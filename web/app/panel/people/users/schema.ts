// What can be changed of a user, as the form holds it and as it is sent.
import { type InferOutput, object, pipe, transform } from "valibot";
import { chosen } from "~/forms/rules";
import type { RoleName } from "../../staff/roles";
import type { Person } from "./queries";

export const NONE = "none";

type Status = "active" | "inactive";

export const userSchema = object({
  role: pipe(
    chosen<typeof NONE | RoleName>(),
    transform((role) => (role === NONE ? null : role)),
  ),
  status: chosen<Status>(),
});

export type UserWrite = InferOutput<typeof userSchema>;

export const userValues = (person: Person | null) => ({
  role: (person?.role ?? NONE) as typeof NONE | RoleName,
  status: (person?.status ?? "active") as Status,
});
