// Role and status of a user, and their rules.
import { object, pipe, transform } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField } from "~/forms/fields";
import { chosen } from "~/forms/rules";
import { fullName } from "~/lib/people";
import { RecordForm } from "../../records/record-form";
import { type Role, roleOptions } from "../../staff/roles";
import { type Grants, NO_ROLE, type Person, users } from "./user";

const schema = object({
  role: pipe(
    chosen<typeof NO_ROLE | Role>(),
    transform((role) => (role === NO_ROLE ? null : role)),
  ),
  status: chosen<Schemas["UserStatus"]>(),
});

const values = (person: Person | null) => ({
  role: person?.role ?? NO_ROLE,
  status: person?.status ?? "active",
});

/** The roles that may be given. */
const rolesFor = (grants: Grants) => {
  const given: string[] = grants.map((role) => role ?? NO_ROLE);
  return [{ value: NO_ROLE, label: "No Role" }, ...roleOptions].filter(({ value }) => given.includes(value));
};

interface UserFormProps {
  person: Person;
  grants: Grants;
  onDone: () => void;
}

export function UserForm({ person, grants, onDone }: UserFormProps) {
  return (
    <RecordForm
      record={person}
      onDone={onDone}
      kind={users}
      schema={schema}
      values={values}
      noun="user"
      done="User role updated successfully"
    >
      <p className="sm:col-span-2">
        {fullName(person) && <span className="block font-semibold">{fullName(person)}</span>}
        <span className="break-all text-muted">{person.email}</span>
      </p>
      {person.userType === "staff" ? (
        <SelectField name="role" label="Role" options={rolesFor(grants)} />
      ) : (
        <p className="text-muted">Clients have no staff role.</p>
      )}
      <SelectField
        name="status"
        label="Status"
        hint="Deactivating ends every session of this person at once."
        options={[
          { value: "active", label: "Active" },
          { value: "inactive", label: "Inactive" },
        ]}
      />
    </RecordForm>
  );
}
