// Form fields that choose a person or a branch.
import { useWatch } from "react-hook-form";
import type { Permission } from "~/api/session";
import { SelectField } from "~/forms/fields";
import { may, useUser } from "../shell/user";
import { useAssignees, useBranches } from "./queries";
import { roleName } from "./roles";

interface AssigneeFieldProps {
  /** Without this permission one may choose oneself or nobody. */
  needs?: Permission;
}

/** Who takes care of it, among those who can act in the form's branch; shown by e-mail and role. */
export function AssigneeField({ needs }: AssigneeFieldProps) {
  const branchId: string = useWatch({ name: "branchId" });
  const user = useUser();
  const all = useAssignees(branchId);
  const offered = needs && !may(user, needs) ? all.filter(({ id }) => id === user.id) : all;
  const people = offered.map(({ id, email, role }) => ({
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

interface BranchFieldProps {
  /** What belonging to no branch is called, where that may be. */
  none?: string | undefined;
}

/** The branch it belongs to: a choice for those who work for more than one. */
export function BranchField({ none }: BranchFieldProps) {
  const branches = useBranches();
  const { scope } = useUser();
  if (scope === "branch") return null;
  const options = branches.map(({ id, name, regionName }) => ({ value: id, label: `${name} (${regionName})` }));
  const all = none ? [{ value: "", label: none }, ...options] : options;
  return <SelectField name="branchId" label="Branch" optional={Boolean(none)} options={all} />;
}
