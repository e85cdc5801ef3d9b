// Makes a bulk change and tells how it went. What was changed is taken back from its notice, and from above the list. What got no answer is sent again under its
// key: from the dialog while it is open, for a notice goes by itself, else from the notice.
import { isLost } from "~/api/error";
import { refreshPanel } from "~/api/queries";
import { notify, notifyError } from "~/ui/toast";
import { tellFailure } from "../write";
import { type BulkKind, counted } from "./bulk-kind";
import { keepChange } from "./last-change";
import { type BulkChange, inChunks, type Progress, parted, type Seen } from "./run";
import { takeBack } from "./undo";

interface Watch {
  onProgress: (progress: Progress) => void;
  stopped: () => boolean;
  /** Whether the dialog says what got no answer. */
  isWatched: () => boolean;
}

/** What an earlier try has come to. */
interface Begun<Row extends Seen> {
  changed: readonly { row: Row; version: number }[];
  key?: string | undefined;
}

/** What got no answer, and what was changed before. */
export interface Lost<Row extends Seen> {
  words: string;
  rest: readonly Row[];
  begun: Begun<Row>;
}

const UNWATCHED: Watch = { onProgress: () => {}, stopped: () => false, isWatched: () => false };

export const LOST = "No answer came back";

export async function carryOut<Row extends Seen>(
  kind: BulkKind<Row>,
  change: BulkChange,
  rows: readonly Row[],
  watch: Watch,
  begun: Begun<Row> = { changed: [] },
): Promise<Lost<Row> | null> {
  const send = (chunk: Seen[], key: string) => kind.send(chunk, change, key);
  const { outcomes, error, key } = await inChunks({ rows, send, ...watch, key: begun.key });
  const now = parted(rows, outcomes);
  const changed = [...begun.changed, ...now.changed];
  const rest = rows.slice(outcomes.length);
  const left = rest.length + now.refused.length;
  const told = `${counted(changed.length, kind.nouns)} changed`;
  const undo = { label: "Undo", act: () => void takeBack(kind, changed, change) };
  const actions = changed.length > 0 ? [undo] : [];
  keepChange(kind, changed, change);
  await refreshPanel();
  if (error && isLost(error)) {
    const words = `${told}. Of ${counted(rest.length, kind.nouns)} nobody knows. Try again: each is changed only once.`;
    const begun = { changed, key };
    if (watch.isWatched()) return { words, rest, begun };
    const again = () => void carryOut(kind, change, rest, UNWATCHED, begun);
    notifyError(LOST, words, { label: "Try Again", act: again }, ...actions);
  } else if (error) tellFailure(error, `${told}. ${counted(rest.length, kind.nouns)} could not be sent.`, ...actions);
  else if (left === 0) notify("Success", told, ...actions);
  else
    notifyError(
      "Not all were changed",
      `${told}. ${counted(left, kind.nouns)} stayed: ${now.refused[0]?.why ?? "you stopped it."}`,
      ...actions,
    );
  return null;
}
