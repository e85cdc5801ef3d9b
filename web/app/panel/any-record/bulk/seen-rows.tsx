// What a preview found: how many rows change, and which stay as they are and why.
import { type BulkKind, type BulkRow, counted } from "./bulk-kind";
import type { Parted } from "./run";

interface SeenRowsProps<Row extends BulkRow> extends Parted<Row> {
  kind: BulkKind<Row>;
  told: (row: Row) => string;
}

export function SeenRows<Row extends BulkRow>({ kind, changed, same, refused, told }: SeenRowsProps<Row>) {
  return (
    <>
      <p role="status" className="font-semibold">
        {counted(changed.length, kind.nouns)} will change.
        {same.length > 0 && ` ${counted(same.length, kind.nouns)} ${same.length === 1 ? "is" : "are"} so already.`}
        {refused.length > 0 &&
          ` ${counted(refused.length, kind.nouns)} will stay as ${refused.length === 1 ? "it is" : "they are"}.`}
      </p>
      <section
        aria-label="What changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-card border border-hairline"
      >
        <ul className="divide-y divide-hairline text-small">
          {refused.map(({ row, why }) => (
            <li key={row.id} className="px-3 py-2">
              <span className="font-semibold">{kind.called(row)}</span>
              <span className="block text-danger">Stays: {why}</span>
            </li>
          ))}
          {changed.map(({ row }) => (
            <li key={row.id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <span className="font-semibold">{kind.called(row)}</span>
              <span className="text-muted">{told(row)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
