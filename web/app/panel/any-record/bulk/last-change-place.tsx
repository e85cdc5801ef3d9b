// Where a list says what was last changed of many of its records; loaded when something was.
import { lazyOnDemand } from "~/ui/lazy";
import type { BulkKind, BulkRow } from "./bulk-kind";
import { type LastChange, useLastChange } from "./last-change";

const LastChangeBar = lazyOnDemand(() => import("./last-change-bar"), {
  wanted: () => true,
  fallback: () => null,
  onError: () => {},
}) as unknown as typeof import("./last-change-bar").default;

export function LastChangePlace<Row extends BulkRow>({ kind }: { kind: BulkKind<Row> }) {
  const last: LastChange<Row> | null = useLastChange(kind);
  return last && <LastChangeBar kind={kind} last={last} />;
}
