// Stands around what has tooltips. Their code is loaded when they are first wanted: where icons stand without their words. Where it
// cannot be had nobody is bothered: every icon has its word for those who cannot see it.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";

type Drawn = ComponentType<{ children: ReactNode }>;

export function Tooltips({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [Bubbles, setBubbles] = useState<Drawn | null>(null);
  useEffect(() => {
    if (wanted) import("./tooltip-bubble").then((code) => setBubbles(() => code.default)).catch(() => undefined);
  }, [wanted]);
  return Bubbles ? <Bubbles>{children}</Bubbles> : children;
}
