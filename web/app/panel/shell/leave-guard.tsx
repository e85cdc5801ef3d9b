// Asks before words that are not saved are left behind, by a link, the palette or the browser's Back.
import { useEffect, useState } from "react";
import { arriving } from "~/ui/arriving";
import { discard, whenLeaving } from "~/ui/unsaved";

const DiscardQuestion = arriving(() => import("~/ui/discard-question"), {
  instead: () => null,
  wanted: ({ open }) => open,
  giveUp: ({ onKeep }) => onKeep(),
});

export function LeaveGuard() {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    whenLeaving((next) => setGo(() => next));
    return () => whenLeaving(null);
  }, []);
  return (
    <DiscardQuestion
      open={go !== null}
      onKeep={() => setGo(null)}
      onDiscard={() => {
        discard();
        setGo(null);
        go?.();
      }}
    />
  );
}
