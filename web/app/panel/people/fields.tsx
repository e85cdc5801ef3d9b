// Form fields that choose a person or a branch.
import { SelectField } from "~/forms/fields";
import { useUser } from "../shell/user";
import { useAssignees, useBranches } from "./queries";
import { roleName } from "./roles";

/** Who takes care of it; shown by e-mail and role. */
export function AssigneeField() {
  const people = useAssignees().map(({ id, email, role }) => ({
    value: id,
    label: role ? `${email} (${roleName(role)})` : email,
  }));
  return (
    <SelectField
      name="assignedTo"
      label="Assigned To"
      optional
      options={[{ value: "", label: "Unassigned" }, ...people]}
    />
  );
}

/** The branch it belongs to: a choice for those who work for more than one. */
export function BranchField() {
  const branches = useBranches();
  const { scope } = useUser();
  if (scope === "branch") return null;
  const options = branches.map(({ id, name, regionName }) => ({ value: id, label: `${name} (${regionName})` }));
  return <SelectField name="branchId" label="Branch" options={options} />;
}
