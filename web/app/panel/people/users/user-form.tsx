// Name, role, place and status of a user, and their rules.
import { useWatch } from "react-hook-form";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { chosen, optional } from "~/forms/rules";
import { RecordForm } from "../../any-record/record-form";
import { useBranches } from "../../staff/queries";
import { useTitles } from "./open-work";
import { PlaceField } from "./place-field";
import { chosenRole, type Grants, NO_ROLE, type Person, rolesFor, useOpenWork, users } from "./user";

const schema = object({
  firstName: optional(),
  lastName: optional(),
  role: chosenRole(),
  branchId: optional(),
  regionId: optional(),
  status: chosen<Schemas["UserStatus"]>(),
});

const values = (person: Person | null) => ({
  firstName: person?.firstName ?? "",
  lastName: person?.lastName ?? "",
  role: person?.role ?? NO_ROLE,
  branchId: person?.branchId ?? "",
  regionId: person?.regionId ?? "",
  status: person?.status ?? "active",
});

/** What stays behind when somebody goes to another branch or region, told before it is saved. */
function LeftBehind({ person }: { person: Person }) {
  const [branchId, regionId]: [string, string] = useWatch({ name: ["branchId", "regionId"] });
  const { data = [] } = useOpenWork(person.id);
  const branches = useBranches();
  const titleOf = useTitles();
  const regionOf = (id: string | null) => branches.find((branch) => branch.id === id)?.regionId;
  const movesRegion = regionId !== "" && regionId !== (person.regionId ?? "");
  const movesBranch = branchId !== "" && branchId !== (person.branchId ?? "");
  if (!movesRegion && !movesBranch) return null;
  const left = data.filter((part) => (movesRegion ? regionOf(part.branchId) !== regionId : part.branchId !== branchId));
  if (left.length === 0) return null;
  return (
    <div role="status" className="grid gap-1 rounded-control bg-warn-tint p-4 text-on-warn-tint sm:col-span-2">
      <p className="font-semibold">This stays where it is:</p>
      <ul className="list-disc pl-5">
        {left.map((part) => (
          <li key={titleOf(part)}>{titleOf(part)}</li>
        ))}
      </ul>
      <p>Once you have saved, you choose who takes care of it.</p>
    </div>
  );
}

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
      <p className="break-all text-muted sm:col-span-2">{person.email}</p>
      <TextField name="firstName" label="First Name" autoComplete="off" maxLength={200} optional />
      <TextField name="lastName" label="Last Name" autoComplete="off" maxLength={200} optional />
      {person.userType === "staff" ? (
        <SelectField name="role" label="Role" options={rolesFor(grants)} />
      ) : (
        <p className="text-muted">Clients have no staff role.</p>
      )}
      <PlaceField />
      {!person.invitedUntil && (
        <SelectField
          name="status"
          label="Status"
          hint="Deactivating ends every session of this person at once."
          options={[
            { value: "active", label: "Active" },
            { value: "inactive", label: "Inactive" },
          ]}
        />
      )}
      <LeftBehind person={person} />
    </RecordForm>
  );
}
