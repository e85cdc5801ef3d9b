// Where somebody works, as the role asks for it: a branch, a region, or everywhere.
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "~/forms/fields";
import { Unloaded } from "../../list/unloaded";
import { BranchesFault } from "../../staff/names-fault";
import { useOpenBranches, useRegionList } from "../../staff/queries";
import { useUser } from "../../user/user";
import { NO_ROLE } from "./user";

const EVERYWHERE = ["admin", "support"];
const REGIONAL = "regional_ops_manager";
const PLACES = ["branchId", "regionId"];

/** What was chosen for another role goes with its field: nobody could see what of it the server refuses. */
function useShownAlone(role: string) {
  const { resetField } = useFormContext();
  const before = useRef(role);
  useEffect(() => {
    if (before.current === role) return;
    before.current = role;
    const shown = EVERYWHERE.includes(role) ? null : role === REGIONAL ? "regionId" : "branchId";
    for (const name of PLACES) if (name !== shown) resetField(name);
  }, [role, resetField]);
}

export function PlaceField() {
  const role: string = useWatch({ name: "role" });
  const { scope } = useUser();
  const { formState } = useFormContext();
  const branches = useOpenBranches(formState.defaultValues?.branchId);
  const { data: regions = [], isError, refetch } = useRegionList(role === REGIONAL);
  useShownAlone(role);
  if (EVERYWHERE.includes(role)) return <p className="self-end py-3 text-muted">Works for every branch.</p>;
  if (role === REGIONAL) {
    const options = regions.map(({ id, name }) => ({ value: id, label: name }));
    return (
      <SelectField
        name="regionId"
        label="Region"
        hint={isError && <Unloaded retry={refetch}>The regions could not be loaded.</Unloaded>}
        options={[{ value: "", label: "Choose a region" }, ...options]}
      />
    );
  }
  if (scope === "branch") return null; // it is one's own
  const none = role === NO_ROLE;
  const options = branches.map(({ id, name, regionName }) => ({ value: id, label: `${name} (${regionName})` }));
  return (
    <SelectField
      name="branchId"
      label="Branch"
      optional={none}
      hint={<BranchesFault />}
      options={[{ value: "", label: none ? "No branch" : "Choose a branch" }, ...options]}
    />
  );
}
