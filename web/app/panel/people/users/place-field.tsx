// Where somebody works, as the role asks for it: a branch, a region, or everywhere.
import { useWatch } from "react-hook-form";
import { SelectField } from "~/forms/fields";
import { useUser } from "../../shell/user";
import { BranchesFault } from "../../staff/names-fault";
import { useBranches } from "../../staff/queries";
import { NO_ROLE } from "./user";

const EVERYWHERE = ["admin", "support"];

export function PlaceField() {
  const role: string = useWatch({ name: "role" });
  const { scope } = useUser();
  const branches = useBranches();
  if (EVERYWHERE.includes(role)) return <p className="self-end py-3 text-muted">Works for every branch.</p>;
  if (role === "regional_ops_manager") {
    const regions = [...new Map(branches.map(({ regionId, regionName }) => [regionId, regionName]))];
    const options = regions.map(([value, label]) => ({ value, label }));
    return (
      <SelectField name="regionId" label="Region" options={[{ value: "", label: "Choose a region" }, ...options]} />
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
