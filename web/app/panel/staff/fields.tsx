// Form fields that choose a person or a branch.

import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Schemas } from "~/api/client";
import type { Permission } from "~/api/session";
import { SelectField } from "~/forms/fields";
import { Fault } from "~/ui/fault";
import { Unloaded } from "../list/unloaded";
import { roleName } from "../user/roles";
import { may, useUser } from "../user/user";
import { NoBranch } from "./no-branch";
import { type AssignedKind, useAssignees, useBranchList, useColleagues, useEmails, useOpenBranches } from "./queries";

interface AssigneeFieldProps {
  /** Whose colleagues are offered: those who can handle this. */
  kind: AssignedKind;
  /** Without this permission one may choose oneself or nobody. */
  needs?: Permission;
}

export const assigneeLabel = ({ email, role }: Schemas["Assignee"]) => (role ? `${email} (${roleName(role)})` : email);

/** The person whom the record has now, although nobody like that is offered any more. */
function useKept(id: string) {
  const person = useColleagues().data?.get(id);
  const emailOf = useEmails();
  if (!person) return { value: id, label: emailOf(id) };
  return {
    value: id,
    label: `${person.email} (${person.status === "inactive" ? "inactive" : "other role or branch"})`,
  };
}

/** Who takes care of it, among those who can handle it in the form's branch; shown by email and role. */
export function AssigneeField({ kind, needs }: AssigneeFieldProps) {
  const [branchId, chosen]: [string, string] = useWatch({ name: ["branchId", "assignedTo"] });
  const { setValue, formState } = useFormContext();
  const user = useUser();
  const { data, isError, refetch } = useAssignees(kind, branchId);
  const offered = needs && !may(user, needs) ? data?.filter(({ id }) => id === user.id) : data;
  const begun = formState.defaultValues;
  const isKept = chosen !== "" && begun?.assignedTo === chosen && begun.branchId === branchId;
  const isOffered = offered?.some(({ id }) => id === chosen) ?? true;
  const kept = useKept(chosen);
  const left = chosen !== "" && !isOffered && !isKept;
  useEffect(() => {
    // A person who cannot act in the newly chosen branch is not its assignee.
    if (left) setValue("assignedTo", "", { shouldDirty: true });
  }, [left, setValue]);
  const people = (offered ?? []).map((person) => ({ value: person.id, label: assigneeLabel(person) }));
  return (
    <SelectField
      name="assignedTo"
      label="Assigned To"
      optional
      hint={isError && <Unloaded retry={refetch}>The list of people could not be loaded.</Unloaded>}
      options={[
        { value: "", label: "Unassigned" },
        ...(chosen !== "" && (!isOffered || !offered) ? [kept] : []),
        ...people,
      ]}
    />
  );
}

interface BranchFieldProps {
  /** What belonging to no branch is called, where that may be. */
  none?: string | undefined;
  /** Fields whose choice belongs to the branch: another branch empties them. */
  clears?: string[];
}

/** The branch it belongs to: a choice for those who work for more than one. */
export function BranchField({ none, clears = [] }: BranchFieldProps) {
  const { isError, refetch } = useBranchList();
  const { setValue, formState, getFieldState } = useFormContext();
  const branches = useOpenBranches(formState.defaultValues?.branchId);
  const { scope, homeBranchId } = useUser();
  if (homeBranchId === null) return <NoBranch>Until then, nothing can be saved here.</NoBranch>;
  if (scope === "branch") {
    const { error } = getFieldState("branchId", formState);
    return <Fault>{error?.message}</Fault>;
  }
  const options = branches.map(({ id, name, regionName }) => ({ value: id, label: `${name} (${regionName})` }));
  const all = none ? [{ value: "", label: none }, ...options] : options;
  return (
    <SelectField
      name="branchId"
      label="Branch"
      optional={Boolean(none)}
      hint={isError && <Unloaded retry={refetch}>The branches could not be loaded.</Unloaded>}
      options={all}
      onChange={() => {
        for (const name of clears) setValue(name, "", { shouldDirty: true });
      }}
    />
  );
}
