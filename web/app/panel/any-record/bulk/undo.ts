// Takes a bulk change back: what somebody changed since stays, and is named.
import { refreshPanel } from "~/api/queries";
import { notify, notifyError } from "~/ui/toast";
import { type BulkKind, counted } from "./bulk-kind";
import { forgetChange, keepChange } from "./last-change";
import { type BulkChange, inChunks, parted, type Seen, wayBack } from "./run";

/** Names told in a notice. */
const TOLD = 3;

/** "Ann, Ben and 4 more". */
export function named(names: readonly string[]): string {
  const rest = names.length - TOLD;
  if (rest > 0) return `${names.slice(0, TOLD).join(", ")} and ${rest} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

export async function takeBack<Row extends Seen>(
  kind: BulkKind<Row>,
  changed: readonly { row: Row; version: number }[],
  change: BulkChange,
): Promise<void> {
  forgetChange(kind);
  notify("Undo", `${counted(changed.length, kind.nouns)} to put back...`);
  let back = 0;
  const left: string[] = [];
  const unsent: { row: Row; version: number }[] = [];
  for (const { change: before, rows } of wayBack(changed, change)) {
    const send = (chunk: Seen[], key: string) => kind.send(chunk, before, key);
    const { outcomes, error } = await inChunks({ rows, send, onProgress: () => {}, stopped: () => false });
    const { refused } = parted(rows, outcomes);
    back += outcomes.length - refused.length;
    left.push(...refused.map(({ row }) => kind.called(row.row)));
    if (error) unsent.push(...rows.slice(outcomes.length));
  }
  keepChange(kind, unsent, change);
  await refreshPanel();
  left.push(...unsent.map(({ row }) => kind.called(row)));
  const again = { label: "Try Again", act: () => void takeBack(kind, unsent, change) };
  if (left.length === 0) notify("Success", `${counted(back, kind.nouns)} put back`);
  else
    notifyError(
      "Not all could be put back",
      `${counted(back, kind.nouns)} put back. Left as they are now: ${named(left)}.`,
      ...(unsent.length > 0 ? [again] : []),
    );
}
