// Third step: what would become of each row. What is wrong is corrected in its place, and of those who may be known already somebody
// says whether they come in once more.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sentenceOf } from "~/api/error";
import { refreshPanel } from "~/api/queries";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import { notifyError } from "~/ui/toast";
import { useWrite } from "../any-record/write";
import { saveFile } from "../list/save-file";
import {
  type Choice,
  chooseForAll,
  counted,
  discard,
  faultyRows,
  type Import,
  type ImportedRow,
  NOUNS,
  ROWS,
  rowsOf,
  type Standing,
  start,
} from "./import";
import { MatchStep, type StepProps } from "./match-step";
import { ReviewRow } from "./review-row";

const PAGE = 100;

type Shown = Exclude<Standing, "unchecked">;

const SHOWN: { value: Shown; label: string }[] = [
  { value: "faulty", label: "With faults" },
  { value: "duplicate", label: "Known already" },
  { value: "ready", label: "Ready" },
];

const NONE: Record<Shown, string> = {
  faulty: "No faults left.",
  duplicate: "No row may be about somebody known already.",
  ready: "No row is ready.",
};

const FOR_ALL: { value: Choice; label: string }[] = [
  { value: "skip", label: "Leave all of them out" },
  { value: "create", label: "Import all of them anyway" },
  { value: "fill", label: "Fill blanks of the known" },
];

function useRows(id: string, standing: Shown) {
  return useInfiniteQuery({
    queryKey: ["/api/panel/imports", id, "rows", standing],
    queryFn: ({ pageParam }) => rowsOf(id, { standing, after: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (page: ImportedRow[]) => (page.length === PAGE ? page.at(-1)?.number : undefined),
  });
}

function Rows({ own, standing }: { own: Import; standing: Shown }) {
  const rows = useRows(own.id, standing);
  const found = rows.data?.pages.flat() ?? [];
  if (rows.isPending) return <p role="status">Loading...</p>;
  if (found.length === 0) return <p className="text-muted">{NONE[standing]}</p>;
  return (
    <>
      <ul className="grid gap-3">
        {found.map((row) => (
          <ReviewRow key={row.number} own={own} row={row} />
        ))}
      </ul>
      {rows.hasNextPage && (
        <Button variant="outline" className="justify-self-center" onClick={() => void rows.fetchNextPage()}>
          More Rows
        </Button>
      )}
    </>
  );
}

function summary({ rows, kind }: Import): string {
  if (!rows) return "";
  const filled = rows.fill > 0 ? `, blanks of ${counted(rows.fill, NOUNS[kind])} will be filled` : "";
  const skipped = rows.skip > 0 ? `, ${counted(rows.skip, ROWS)} will be left out` : "";
  return `${counted(rows.create, NOUNS[kind])} will be imported${filled}${skipped}.`;
}

async function download(id: string) {
  try {
    saveFile(await faultyRows(id), "faulty-rows.csv");
  } catch (error) {
    notifyError("Error", sentenceOf(error, "The file could not be made. Please try again."));
  }
}

export function ReviewStep(props: StepProps) {
  const { own, again } = props;
  const { rows } = own;
  const first = SHOWN.find(({ value }) => rows && rows[value] > 0)?.value ?? "ready";
  const [standing, setStanding] = useState<Shown>(first);
  const starting = useWrite({ send: (_: object, key) => start(own.id, key), failed: "Failed to start the import" });
  const choosing = useWrite({
    send: (choice: Choice, key) => chooseForAll(own.id, choice, key),
    failed: "Failed to change the rows",
  });
  const dropping = useWrite({ send: (_: object, key) => discard(own.id, key), failed: "Failed to discard the import" });
  const [back, setBack] = useState(false);
  // Rows behind a corrected one stand otherwise once they have been compared.
  const { settling } = own;
  useEffect(() => (settling ? () => void refreshPanel() : undefined), [settling]);
  if (back) return <MatchStep {...props} />;
  if (!rows) return null;
  const wanted = rows.create + rows.fill;
  return (
    <div className="grid gap-4">
      <p className="font-semibold" role="status">
        {summary(own)}
      </p>
      {settling && (
        <p role="status" className="text-muted">
          The rows behind the one that you corrected are being compared with it. Their numbers may still change.
        </p>
      )}
      {own.fault && (
        <p role="alert" className="text-danger">
          {own.fault}
        </p>
      )}
      <fieldset aria-label="Rows" className="flex flex-wrap gap-2">
        {SHOWN.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant={standing === value ? "primary" : "outline"}
            aria-pressed={standing === value}
            onClick={() => setStanding(value)}
          >
            {label} <span className="font-normal tabular-nums">{rows[value].toLocaleString("en-US")}</span>
          </Button>
        ))}
      </fieldset>
      {standing === "duplicate" && rows.duplicate > 0 && (
        <Select
          aria-label="For all rows that are known already"
          className="w-auto justify-self-start"
          value=""
          options={[
            { value: "", label: "For all of them..." },
            ...(own.kind === "users" ? FOR_ALL.slice(0, 2) : FOR_ALL),
          ]}
          onChange={(event) => void choosing.write(event.currentTarget.value as Choice)}
        />
      )}
      {standing === "faulty" && rows.faulty > 0 && (
        <p className="text-muted">
          These rows are left out unless you correct them here, or{" "}
          <Button variant="link" className="inline min-h-0 p-0" onClick={() => void download(own.id)}>
            download them
          </Button>{" "}
          and import them later.
        </p>
      )}
      <Rows key={standing} own={own} standing={standing} />
      <div className="-bottom-6 sticky -mx-5 -mb-6 flex flex-wrap justify-end gap-2 border-hairline border-t bg-surface px-5 py-3 sm:-mx-6 sm:px-6">
        <Button
          variant="quiet"
          busy={dropping.busy}
          onClick={async () => {
            if (await dropping.write({})) again();
          }}
        >
          Discard
        </Button>
        <Button variant="quiet" onClick={() => setBack(true)}>
          Back to Columns
        </Button>
        <Button disabled={wanted === 0} busy={starting.busy || settling} onClick={() => void starting.write({})}>
          Import {counted(wanted, ["Row", "Rows"])}
        </Button>
      </div>
    </div>
  );
}
