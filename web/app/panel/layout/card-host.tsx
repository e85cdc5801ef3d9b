// Where a record's page or card stands, over any screen: shown while the address names one.
import { useSearchParams } from "wouter";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { endVisit } from "../list/open-record";
import { RECORD, recordOf } from "../list/record-address";

const RecordCard = lazyOnDemand(() => import("./record-card"), {
  wanted: () => true,
  fallback: Scrim,
  onError: ({ onClose }) => onClose(),
});

export function CardHost() {
  const [search, setSearch] = useSearchParams();
  const shown = recordOf(search);
  function clear() {
    const next = new URLSearchParams(search);
    next.delete(RECORD);
    setSearch(next, { replace: true });
  }
  return shown && <RecordCard {...shown} onClose={() => endVisit(clear)} />;
}
