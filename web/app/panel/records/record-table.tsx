// The rows of a list as a table; on a narrow screen as cards that keep the names of the columns.
import type { ReactNode } from "react";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "~/ui/table";
import { Chunks } from "../list/chunks";
import { Detail, Details } from "../list/details";
import { BranchDetail, BranchLine } from "../staff/branch";
import { BranchClock } from "../staff/branch-clock";
import type { Listed } from "./record-dialogs";

interface Column<Row> {
  name: string;
  cell: (record: Row) => ReactNode;
  /** Of its cells in the wide table. */
  className?: string;
}

export interface Columns<Row> {
  /** How the table is called. */
  label: string;
  /** The first column, and the heading of a card. */
  title: Column<Row>;
  others: Column<Row>[];
}

interface RecordTableProps<Row> {
  columns: Columns<Row>;
  pages: Row[][];
  /** What can be done with a record. */
  act: (record: Row) => ReactNode;
}

function Head<Row>({ title, others }: Columns<Row>) {
  return [title.name, ...others.map(({ name }) => name), "Actions"].map((name) => (
    <HeadCell key={name}>{name}</HeadCell>
  ));
}

function WideTable<Row extends Listed>({ columns, pages, act }: RecordTableProps<Row>) {
  const { label, title, others } = columns;
  return (
    <Table label={label} head={<Head {...columns} />}>
      <Chunks pages={pages} as="tbody">
        {(records) =>
          records.map((record) => (
            <BranchClock key={record.id} branchId={record.branchId}>
              <Row>
                <Cell className={title.className}>
                  {title.cell(record)}
                  {record.branchId && <BranchLine id={record.branchId} />}
                </Cell>
                {others.map(({ name, cell, className }) => (
                  <Cell key={name} className={className}>
                    {cell(record)}
                  </Cell>
                ))}
                <Cell>{act(record)}</Cell>
              </Row>
            </BranchClock>
          ))
        }
      </Chunks>
    </Table>
  );
}

function NarrowList<Row extends Listed>({ columns, pages, act }: RecordTableProps<Row>) {
  const { title, others } = columns;
  return (
    <Chunks pages={pages}>
      {(records) => (
        <ul className="mb-3 grid gap-3">
          {records.map((record) => (
            <li key={record.id}>
              <Card className="grid gap-3 p-4">
                <h2 className="break-words font-sans font-semibold text-base leading-snug">{title.cell(record)}</h2>
                <Details>
                  <BranchClock branchId={record.branchId}>
                    {others.map(({ name, cell }) => (
                      <Detail key={name} term={name}>
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
  return (
    <>
      <div className="max-sm:hidden">
        <WideTable {...props} />
      </div>
      <div className="sm:hidden">
        <NarrowList {...props} />
      </div>
    </>
  );
}

const EIGHT = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function TableSkeleton<Row>({ columns }: { columns: Columns<Row> }) {
  const cells = ["title", ...columns.others.map(({ name }) => name), "actions"];
  return (
    <Table label={columns.label} head={<Head {...columns} />}>
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
