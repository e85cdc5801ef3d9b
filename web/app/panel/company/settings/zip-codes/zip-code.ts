// Which branch serves which ZIP code: the calls about them, and how they are given, moved and taken away.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { keyed } from "~/api/idempotency";
import { notify, type ToastAction } from "~/ui/toast";
import { useWrite } from "../../../any-record/write";
import { useBranches } from "../../../staff/queries";

export type ZipRow = Schemas["ZipRow"];
export type ZipReport = Schemas["ZipReport"];

const PATH = "/api/panel/zip-codes";

export const zipCodes = {
  path: PATH,
  list: (query: Query) => pageOf(api.get(PATH, { params: { query } })),
  file: (query: { branchId?: string }) => fileOf(api.get(`${PATH}/export`, { params: { query }, parseAs: "blob" })),
};

export const useUncovered = () =>
  useQuery({
    queryKey: [PATH, "uncovered"],
    queryFn: () => bodyOf(api.get("/api/panel/zip-codes/uncovered")),
  });

/** A list for a branch; `move` takes from the others what they serve. */
export interface Given {
  branchId: string;
  text: string;
  move: boolean;
}

const of = (id: string) => ({ params: { path: { id } } });

export const check = ({ branchId, ...body }: Given): Promise<ZipReport> =>
  bodyOf(api.post("/api/panel/branches/{id}/zip-codes/check", { ...of(branchId), body }));

const give = ({ branchId, ...body }: Given, key: string): Promise<ZipReport> =>
  bodyOf(api.post("/api/panel/branches/{id}/zip-codes", { ...of(branchId), body, headers: keyed(key) }));

const remove = (branchId: string, zips: string[], key: string) =>
  bodyOf(
    api.post("/api/panel/branches/{id}/zip-codes/remove", { ...of(branchId), body: { zips }, headers: keyed(key) }),
  );

/** "ZIP code 43004", "12 ZIP codes". */
export const counted = (zips: string[]): string =>
  zips.length === 1 ? `ZIP code ${zips[0]}` : `${zips.length.toLocaleString("en-US")} ZIP codes`;

/** Names of branches by their ids. */
export function useBranchName(): (id: string) => string {
  const branches = useBranches();
  return (id) => branches.find((branch) => branch.id === id)?.name ?? "another branch";
}

interface Back {
  branchId: string;
  report: ZipReport;
}

/** Takes away what was added, and gives back what was moved; each call has a key of its own. */
async function takeBack({ branchId, report: { added, moved, taken } }: Back, key: string): Promise<void> {
  if (added.length > 0) await remove(branchId, added, `${key}-added`);
  if (moved.length === 0) return;
  for (const [place, [from, zips]] of Object.entries(taken).entries())
    await give({ branchId: from, text: zips.join(" "), move: true }, `${key}-${place}`);
}

/** Tells what became of it. Where another was first nothing did, and the reason is told. */
function tell({ added, moved, unchanged, refused }: ZipReport, success: string, ...actions: ToastAction[]): void {
  if (added.length + moved.length > 0) notify("Success", success, ...actions);
  else notify("Nothing changed", refused[0]?.reason ?? `${counted(unchanged)} already there`);
}

export function useGive() {
  const nameOf = useBranchName();
  const back = useWrite({
    send: takeBack,
    done: () => "Put back",
    failed: "Failed to put the ZIP codes back",
    offersRetry: true,
  });
  return useWrite({
    send: async (given: Given, key) => ({ ...given, report: await give(given, key) }),
    failed: "Failed to add ZIP codes",
    onDone: ({ branchId, report }) => {
      const served = counted([...report.added, ...report.moved]);
      const undo = { label: "Undo", act: () => void back.write({ branchId, report }) };
      tell(report, `${nameOf(branchId)} now serves ${served}`, undo);
    },
  });
}

export function useRemoval() {
  const back = useWrite({
    send: ({ zip, branchId }: ZipRow, key: string) => give({ branchId, text: zip, move: false }, key),
    failed: "Failed to put the ZIP code back",
    onDone: (report) => tell(report, "Put back"),
    offersRetry: true,
  });
  return useWrite({
    send: async (row: ZipRow, key) => ({ row, gone: (await remove(row.branchId, [row.zip], key)).zips }),
    failed: "Failed to remove the ZIP code",
    onDone: ({ row, gone }) => {
      const undo = { label: "Undo", act: () => void back.write(row) };
      if (gone.length > 0) notify("Success", `No branch serves ${row.zip} now`, undo);
      else notify("Nothing changed", "Somebody else removed or moved it already");
    },
  });
}
