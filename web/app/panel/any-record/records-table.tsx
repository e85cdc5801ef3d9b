// The records of a list as a table, with ticks for those who may change many at once.
import type { ReactNode } from "react";
import type { Query } from "~/api/client";
import { Button } from "~/ui/button";
import { useWide } from "~/ui/wide";
import type { List, Listing } from "../list/list";
import { may, useUser } from "../user/user";
import BulkBar from "./bulk/bulk-bar";
import type { BulkKind, BulkRow } from "./bulk/bulk-kind";
import { useTicking } from "./bulk/ticking";
import type { Look } from "./look/look";
import { type Columns, RecordTable } from "./record-table";

export interface RecordsTableProps<Row extends BulkRow> {
  kind: Listing<Row>;
  columns: Columns<Row>;
  bulk: BulkKind<Row>;
  list: List<Row>;
  /** What narrows and orders it. */
  asked: Query;
  look: Look;
  onEdit: (id: string) => void;
  /** What the button at the end of a row is called, and the row where the table does not say. */
  verb?: string;
  /** In place of the table where there is no room for one; what is ticked stays ticked. */
  narrow?: ReactNode;
}

export default function RecordsTable<Row extends BulkRow>(props: RecordsTableProps<Row>) {
  const { kind, columns, bulk, list, asked, look, onEdit, verb = "Edit", narrow } = props;
  const wide = useWide();
  const ticking = useTicking(asked, list.pages, may(useUser(), bulk.needs));
  return (
    <>
      {narrow && !wide ? (
        narrow
      ) : (
        <RecordTable
          columns={columns}
          list={list}
          look={look}
          ticking={ticking}
          act={(record) => (
            <Button
              variant="outline"
              size="small"
              className="max-sm:min-h-12 max-sm:w-full max-sm:text-base"
              aria-label={`${verb} ${bulk.called(record)}`}
              onClick={() => onEdit(record.id)}
            >
              {verb}
            </Button>
          )}
        />
      )}
      {ticking && (
        <BulkBar kind={bulk} ticking={ticking} pages={list.pages} total={list.total} list={kind.list} asked={asked} />
      )}
    </>
  );
}
