// The ZIP codes that each branch serves: searched, given, moved and taken away, and the ones that nobody serves.
import { X } from "lucide-react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { Chunks } from "../../../list/chunks";
import { type FilterRules, useFilters } from "../../../list/filters";
import { useList } from "../../../list/list";
import { ListBody } from "../../../list/list-body";
import { useOpenRecord } from "../../../list/open-record";
import { NewButton, SearchField, Toolbar } from "../../../list/toolbar";
import { BranchFilter } from "../../../staff/branch-filter";
import { AddZipCodes } from "./add-zip-codes";
import { GiveMenu } from "./give-menu";
import { Uncovered } from "./uncovered";
import { useBranchName, useGive, useRemoval, type ZipRow, zipCodes } from "./zip-code";

const rules = { branchId: "text", zip: "text" } as const satisfies FilterRules;
const GRID = "mb-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-2";

interface ItemProps {
  row: ZipRow;
  branch: string;
  onMove: (branchId: string) => void;
  onRemove: () => void;
}

function Item({ row: { zip, branchId }, branch, onMove, onRemove }: ItemProps) {
  return (
    <Card className="flex items-center gap-2 py-1 pr-1 pl-4">
      <span className="font-semibold tabular-nums">{zip}</span>
      <span className="min-w-0 flex-1 truncate text-muted">{branch}</span>
      <GiveMenu what={zip} except={branchId} onGive={onMove}>
        Move
      </GiveMenu>
      <Button variant="quiet" size="iconSmall" aria-label={`Remove ${zip}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </Card>
  );
}

export default function ZipCodes() {
  const { filters, narrowed, setFilter, clearFilters } = useFilters(rules);
  const { opened, openNew, close } = useOpenRecord();
  const list = useList(zipCodes, filters);
  const nameOf = useBranchName();
  const { write: move } = useGive();
  const { write: remove } = useRemoval();
  const ofBranch = filters.branchId ? { branchId: filters.branchId } : {};
  const file = { name: "zip-codes.csv", fetch: () => zipCodes.file(ofBranch) };
  const add = <NewButton onClick={openNew}>Add ZIP Codes</NewButton>;
  return (
    <>
      <Toolbar title="ZIP Codes" count={list.count} refreshing={list.refreshing} file={file} action={add}>
        <SearchField label="Search ZIP codes" value={filters.zip} onChange={(zip) => setFilter("zip", zip)} />
        <BranchFilter value={filters.branchId} onChange={(branchId) => setFilter("branchId", branchId)} />
      </Toolbar>
      <Uncovered />
      <ListBody
        list={list}
        failed="Failed to fetch ZIP codes"
        empty={{
          text: "No ZIP codes yet.",
          help: "Until there are any, every request goes to the main branch, wherever it comes from.",
          action: add,
        }}
        unmatched={narrowed ? { text: "No ZIP codes match.", clear: clearFilters } : null}
        skeleton={<Skeleton className="h-80" />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <ul className={GRID}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Item
                    row={row}
                    branch={nameOf(row.branchId)}
                    onMove={(branchId) => void move({ branchId, text: row.zip, move: true })}
                    onRemove={() => void remove(row)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Chunks>
      </ListBody>
      <AddZipCodes open={opened.kind === "new"} branchId={filters.branchId} onDone={close} />
    </>
  );
}
