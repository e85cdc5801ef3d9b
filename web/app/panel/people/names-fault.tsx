// Says that the names on a list could not be loaded.
import { Unloaded } from "../list/unloaded";
import { useColleagues } from "./queries";

export function NamesFault() {
  const { isError, data, refetch } = useColleagues();
  if (!isError || data) return null;
  return (
    <Unloaded retry={refetch} className="mb-4">
      The names of your colleagues could not be loaded.
    </Unloaded>
  );
}
