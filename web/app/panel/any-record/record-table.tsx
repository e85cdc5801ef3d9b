// The rows of a list as a table: headings that sort, rows that are ticked, keys that move through them; on a narrow screen as cards
// that keep the names of the columns.
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Skeleton } from "~/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { useWide } from "~/ui/wide";
import { Chunks } from "../list/chunks";
import { Detail, Details } from "../list/details";
import type { List } from "../list/list";
import { Further } from "../list/list-body";
import { BranchDetail, BranchLine } from "../staff/branch";
import { BranchClock } from "../staff/branch-clock";
import type { Ticking } from "./bulk/ticking";
import { type Look, nextSort, turned } from "./look/look";
import type { Listed } from "./record-dialogs";
import { TICK, useTableKeys } from "./table-keys";

interface Column<Row> {
  name: string;
  cell: (record: Row) => ReactNode;
  /** Of its cells in the wide table. */
  className?: string;
  /** By which the server orders, in the direction of the first press. */
  sort?: string;
}

/** A column that one may choose. */
interface ChosenColumn<Row> extends Column<Row> {
  /** Its name in addresses. */
  key: string;
  /** Shown only where somebody asks for it. */
  extra?: boolean;
}

export interface Columns<Row> {
  /** How the table is called. */
  label: string;
  /** The first column, and the heading of a card. */
  title: Column<Row>;
  others: ChosenColumn<Row>[];
  /** What a record is called, where its title is more than words. */
  called?: (record: Row) => string;
}

interface RecordTableProps<Row> {
  columns: Columns<Row>;
  list: Pick<List<Row>, "pages" | "loadMore" | "more" | "stuck">;
  /** What can be done with a record. */
  act: (record: Row) => ReactNode;
  /** Which columns are shown, and in which order; without it all of them, in the list's own. */
  look?: Look | undefined;
  /** Which rows are ticked, where that leads to something. */
  ticking?: Ticking | undefined;
}

const shownOf = <Row,>({ others }: Columns<Row>, look: Pick<Look, "shown"> | undefined) =>
  others.filter(({ key, extra }) => (look ? look.shown.includes(key) : !extra));

interface HeadingProps {
  name: string;
  sort: string | undefined;
  look: Look | undefined;
  className?: string | undefined;
}

/** A heading that can be sorted by is a button, and says which way it goes. */
function Heading({ name, sort, look, className }: HeadingProps) {
  if (!(look && sort)) return <HeadCell className={className}>{name}</HeadCell>;
  const now = look.sort === sort || look.sort === turned(sort) ? look.sort : null;
  const Arrow = now?.startsWith("-") ? ArrowDown : ArrowUp;
  return (
    <HeadCell
      aria-sort={now === null ? undefined : now.startsWith("-") ? "descending" : "ascending"}
      className={className}
    >
      <button
        type="button"
        className="-mx-2 inline-flex min-h-8 items-center gap-1 rounded-control px-2 font-semibold hover:bg-sunk hover:text-ink"
        onClick={() => look.setSort(nextSort(look.sort, sort))}
      >
        {name}
        <Arrow aria-hidden className={classes("size-3.5", now === null && "invisible")} />
      </button>
    </HeadCell>
  );
}

/** Beside ticks, the first column stays in view next to them. */
const BESIDE_TICK = "sticky left-11 bg-surface group-hover:bg-sunk group-has-checked:bg-secondary";

interface HeadProps<Row> {
  columns: Columns<Row>;
  look?: Look | undefined;
  ticking?: Ticking | undefined;
}

function Head<Row>({ columns, look, ticking }: HeadProps<Row>) {
  const { title } = columns;
  return (
    <>
      {ticking && (
        <HeadCell className="w-11 px-3">
          <input
            type="checkbox"
            className={TICK}
            aria-label="Tick all rows that are loaded"
            checked={ticking.every}
            ref={(box) => {
              if (box) box.indeterminate = ticking.some && !ticking.every;
            }}
            onChange={ticking.tickAll}
          />
        </HeadCell>
      )}
      <Heading name={title.name} sort={title.sort} look={look} className={ticking && "sticky left-11 bg-surface"} />
      {shownOf(columns, look).map(({ key, name, sort }) => (
        <Heading key={key} name={name} sort={sort} look={look} />
      ))}
      <HeadCell>Actions</HeadCell>
    </>
  );
}

interface TableRowProps<Row> {
  record: Row;
  columns: Columns<Row>;
  shown: Columns<Row>["others"];
  act: (record: Row) => ReactNode;
  ticked: boolean;
  tick: ((id: string, range: boolean) => void) | undefined;
}

function PlainTableRow<Item extends Listed>({ record, columns, shown, act, ticked, tick }: TableRowProps<Item>) {
  const { title, called } = columns;
  return (
    <BranchClock branchId={record.branchId}>
      <Row
        data-id={record.id}
        className={classes("scroll-mt-12 scroll-mb-2", ticked && "bg-secondary hover:bg-secondary")}
      >
        {tick && (
          <Cell className={classes("w-11 px-3", ticked && "first:bg-secondary group-hover:first:bg-secondary")}>
            <input
              type="checkbox"
              className={TICK}
              aria-label={`Tick ${called?.(record) ?? ""}`}
              checked={ticked}
              onChange={(event) => tick(record.id, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </Cell>
        )}
        <Cell data-title className={classes("py-1", title.className, tick && BESIDE_TICK)}>
          <span className="flex items-baseline gap-x-2 whitespace-nowrap">
            <span className="max-w-72 truncate" title={called?.(record)}>
              {title.cell(record)}
            </span>
            {record.branchId && <BranchLine id={record.branchId} />}
          </span>
        </Cell>
        {shown.map(({ key, cell, className }) => (
          <Cell key={key} className={classes("py-1", className)}>
            {cell(record)}
          </Cell>
        ))}
        <Cell className="py-1">{act(record)}</Cell>
      </Row>
    </BranchClock>
  );
}

const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function WideTable<Row extends Listed>({ columns, list, act, look, ticking }: RecordTableProps<Row>) {
  const chosen = look?.shown.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns are the same rows, so that they can stay as they are
  const shown = useMemo(() => shownOf(columns, look), [columns, chosen]);
  const now = useRef({ act, ticking });
  now.current = { act, ticking };
  const steadyAct = useCallback((record: Row) => now.current.act(record), []);
  const steadyTick = useCallback((id: string, range: boolean) => now.current.ticking?.tick(id, range), []);
  return (
    <Table
      long
      label={columns.label}
      head={<Head columns={columns} look={look} ticking={ticking} />}
      end={<Further list={list} />}
      onKeyDown={useTableKeys(ticking)}
    >
      <Chunks pages={list.pages} as="tbody">
        {(records) =>
          records.map((record) => (
            <TableRow
              key={record.id}
              record={record}
              columns={columns}
              shown={shown}
              act={steadyAct}
              ticked={ticking?.has(record.id) ?? false}
              tick={ticking && steadyTick}
            />
          ))
        }
      </Chunks>
    </Table>
  );
}

function NarrowList<Row extends Listed>({ columns, list, act, look }: RecordTableProps<Row>) {
  const { title } = columns;
  const others = shownOf(columns, look);
  return (
    <Chunks pages={list.pages}>
      {(records) => (
        <ul className="mb-3 grid gap-3">
          {records.map((record) => (
            <li key={record.id}>
              <Card className="grid gap-3 p-4">
                <h2 className="break-words font-sans font-semibold text-base leading-snug">{title.cell(record)}</h2>
                <Details>
                  <BranchClock branchId={record.branchId}>
                    {others.map(({ key, name, cell }) => (
                      <Detail key={key} term={name}>
                        {cell(record)}
                      </Detail>
                    ))}
                  </BranchClock>
                  {record.branchId && <BranchDetail id={record.branchId} />}
                </Details>
                <div className="flex justify-end">{act(record)}</div>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Chunks>
  );
}

export function RecordTable<Row extends Listed>(props: RecordTableProps<Row>) {
  if (useWide()) return <WideTable {...props} />;
  return (
    <>
      <NarrowList {...props} />
      <Further list={props.list} />
    </>
  );
}

const EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function TableSkeleton<Row>({ columns }: { columns: Columns<Row> }) {
  const cells = ["title", ...shownOf(columns, undefined).map(({ key }) => key), "actions"];
  return (
    <Table label={columns.label} head={<Head columns={columns} />}>
      <tbody>
        {EIGHT.map((place) => (
          <Row key={place}>
            {cells.map((name) => (
              <Cell key={name}>
                <Skeleton className="h-5 w-24" />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
