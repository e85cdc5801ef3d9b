// Role and status of a user.
import { SelectField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { fullName } from "~/lib/people";
import { FormFoot } from "../../records/form-foot";
import { useRecordForm } from "../../records/record-form";
import { roleOptions } from "../../staff/roles";
import { type Grants, type Person, users } from "./queries";
import { NONE, userSchema, userValues } from "./schema";

/** The roles that may be given. */
const rolesFor = (grants: Grants) =>
  [{ value: NONE, label: "No Role" }, ...roleOptions].filter(({ value }) =>
    grants.includes(value === NONE ? null : value),
  );

interface UserFormProps {
  person: Person;
  grants: Grants;
  onDone: () => void;
}

export function UserForm({ person, grants, onDone }: UserFormProps) {
  const { props, ...versions } = useRecordForm({
    schema: userSchema,
    kind: users,
    record: person,
    values: userValues,
    noun: "user",
    done: "User role updated successfully",
    onDone,
  });
  return (
    <Form {...props} className="sm:grid-cols-2">
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
      <FormFoot action="Save Changes" {...versions} />
    </Form>
  );
}
