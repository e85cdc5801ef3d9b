// Narrows a list to one branch, for those whose scope has several.
import { FilterSelect } from "../list/toolbar";
import { BranchesFault } from "./names-fault";
import { useBranches } from "./queries";

interface BranchFilterProps {
  value: string;
  onChange: (branchId: string) => void;
}

export function BranchFilter({ value, onChange }: BranchFilterProps) {
  const branches = useBranches();
  if (branches.length < 2) return <BranchesFault />;
  const options = branches.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterSelect label="Filter by branch" value={value} onChange={onChange} options={options} all="All branches" />
  );
}
