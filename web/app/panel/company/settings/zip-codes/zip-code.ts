// Which branch serves which ZIP code: the calls about them, and how they are given, moved and taken away.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { useWrite } from "../../../records/write";
import { useBranches } from "../../../staff/queries";

export type ZipRow = Schemas["ZipRow"];
export type ZipReport = Schemas["ZipReport"];

const PATH = "/api/panel/zip-codes";

export const zipCodes = {
  path: PATH,
  list: (query: Query) => pageOf(api.get(PATH, { params: { query } })),
};

export const useUncovered = () =>
  useQuery({
    queryKey: [PATH, "uncovered"],
    queryFn: () => bodyOf(api.get("/api/panel/zip-codes/uncovered")),
  });

/** Where the table is had as a file. */
export const exportAddress = (branchId: string): string =>
  `${PATH}/export${branchId && `?${new URLSearchParams({ branchId })}`}`;

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

export function useGive(onDone?: (report: ZipReport) => void) {
  const nameOf = useBranchName();
  const back = useWrite({
    send: takeBack,
    done: () => "Put back",
    failed: "Failed to put the ZIP codes back",
    offersRetry: true,
  });
  return useWrite({
    send: async (given: Given, key) => ({ ...given, report: await give(given, key) }),
    done: ({ branchId, report: { added, moved } }) => `${nameOf(branchId)} now serves ${counted([...added, ...moved])}`,
    failed: "Failed to add ZIP codes",
    undo: (_, { branchId, report }) => void back.write({ branchId, report }),
    onDone: ({ report }) => onDone?.(report),
  });
}

export function useRemoval() {
  const back = useWrite({
    send: ({ zip, branchId }: ZipRow, key: string) => give({ branchId, text: zip, move: false }, key),
    done: () => "Put back",
    failed: "Failed to put the ZIP code back",
    offersRetry: true,
  });
  return useWrite({
    send: ({ branchId, zip }: ZipRow, key) => remove(branchId, [zip], key),
    done: ({ zips }) => `${counted(zips)} is served by nobody now`,
    failed: "Failed to remove the ZIP code",
    undo: (row) => void back.write(row),
  });
}
