// What can be changed of a user, as the form holds it and as it is sent.
import { object, pipe, transform } from "valibot";
import type { Schemas } from "~/api/client";
import { chosen } from "~/forms/rules";
import type { Role } from "../../staff/roles";
import type { Person } from "./queries";

export const NONE = "none";

export const userSchema = object({
  role: pipe(
    chosen<typeof NONE | Role>(),
    transform((role) => (role === NONE ? null : role)),
  ),
  status: chosen<Schemas["UserStatus"]>(),
});

export const userValues = (person: Person | null) => ({
  role: person?.role ?? NONE,
  status: person?.status ?? "active",
});
