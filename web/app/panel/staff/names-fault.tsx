// Says that names and branches could not be loaded.
import { Unloaded } from "../list/unloaded";
import { useBranchList, useColleagues } from "./queries";

export function NamesFault() {
  const { isError, data, refetch } = useColleagues();
  if (!isError || data) return null;
  return (
    <Unloaded retry={refetch} className="mb-4">
      The names of your colleagues could not be loaded.
    </Unloaded>
  );
}

/** In the place of a choice among branches. */
export function BranchesFault() {
  const { isError, data, refetch } = useBranchList();
  if (!isError || data) return null;
  return <Unloaded retry={refetch}>The branches could not be loaded.</Unloaded>;
}
