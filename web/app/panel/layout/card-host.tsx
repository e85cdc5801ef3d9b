// Where a record's card stands, over any screen: shown while the address names one.
import { useSearchParams } from "wouter";
import { arriving } from "~/ui/arriving";
import { Scrim } from "~/ui/dialog";
import { CARD, cardOf } from "../shell/record-address";

const RecordCard = arriving(() => import("./record-card"), {
  instead: Scrim,
  wanted: () => true,
  giveUp: ({ onClose }) => onClose(),
});

export function CardHost() {
  const [search, setSearch] = useSearchParams();
  const shown = cardOf(search);
  function close() {
    const next = new URLSearchParams(search);
    next.delete(CARD);
    setSearch(next, { replace: true });
  }
  return shown && <RecordCard {...shown} onClose={close} />;
}
