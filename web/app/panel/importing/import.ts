// Imports: the calls about them, and what their parts are called.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, multipart, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { keyed } from "~/api/idempotency";

export type ImportKind = Schemas["ImportKind"];
export type Import = Schemas["ImportAnswer"];
/** With words of its rows, as one that is opened has them. */
export type ShownImport = Schemas["ShownImport"];
export type ImportedRow = Schemas["ImportRowAnswer"];
export type Standing = ImportedRow["standing"];
export type Choice = Schemas["Choice"];

export interface ImportDialogProps {
  kind: ImportKind;
  open: boolean;
  close: () => void;
  /** Narrows the list to what an import made. */
  show: (id: string) => void;
}

const PATH = "/api/panel/imports";

const of = (id: string) => ({ params: { path: { id } } });

/** How a file is to be read; what is left out the server finds out. */
export interface Reading {
  separator?: keyof typeof SEPARATORS;
  headingRow?: number;
}

/** What may stand between the cells of a text file, and what it is called. */
export const SEPARATORS = {
  comma: [",", "Commas"],
  semicolon: [";", "Semicolons"],
  tab: ["\t", "Tabs"],
  bar: ["|", "Vertical bars"],
} as const;

/** Sends a file; pasted rows travel as one. */
export function send(kind: ImportKind, file: Blob, reading: Reading, key: string): Promise<Import> {
  const form = new FormData();
  form.set("kind", kind);
  if (reading.separator !== undefined) form.set("separator", reading.separator);
  if (reading.headingRow !== undefined) form.set("headingRow", `${reading.headingRow}`);
  form.set("table", file, file instanceof File ? file.name : "Pasted rows");
  return bodyOf(api.post(PATH, { ...multipart(form), headers: keyed(key) }));
}

export const match = (id: string, body: Schemas["ColumnMatching"], key: string): Promise<Import> =>
  bodyOf(api.post(`${PATH}/{id}/matching`, { ...of(id), body, headers: keyed(key) }));

export const chooseForAll = (id: string, choice: Choice, key: string): Promise<Import> =>
  bodyOf(api.post(`${PATH}/{id}/choices`, { ...of(id), body: { choice }, headers: keyed(key) }));

export const start = (id: string, key: string): Promise<Import> =>
  bodyOf(api.post(`${PATH}/{id}/start`, { ...of(id), headers: keyed(key) }));

export const cancel = (id: string, key: string): Promise<Import> =>
  bodyOf(api.post(`${PATH}/{id}/cancel`, { ...of(id), headers: keyed(key) }));

export const undo = (id: string, key: string): Promise<Import> =>
  bodyOf(api.post(`${PATH}/{id}/undo`, { ...of(id), headers: keyed(key) }));

export const discard = (id: string, key: string): Promise<unknown> =>
  api.delete(`${PATH}/{id}`, { ...of(id), headers: keyed(key) });

export const editRow = (id: string, rowId: string, body: Schemas["ImportRowEdit"], key: string): Promise<ImportedRow> =>
  bodyOf(
    api.patch(`${PATH}/{id}/rows/{row_id}`, { params: { path: { id, row_id: rowId } }, body, headers: keyed(key) }),
  );

export const faultyRows = (id: string): Promise<Blob> =>
  fileOf(api.get(`${PATH}/{id}/faulty`, { ...of(id), parseAs: "blob" }));

export const rowsOf = (id: string, query: { standing?: Standing; kept?: boolean; after?: number }) =>
  bodyOf(api.get(`${PATH}/{id}/rows`, { params: { path: { id }, query } }));

/** In which somebody else than the server has to do something, or nobody. */
type AtRest = "reading" | "matching" | "review" | "done" | "undone" | "discarded";

/** What the server does. */
export const DOING: Record<Exclude<Import["state"], AtRest>, string> = {
  checking: "Rows are being checked",
  creating: "Records are being made",
  filling: "Blanks are being filled",
  showing: "Records are being counted",
  removing: "What was made is being taken away",
  inviting: "Invitations are being sent",
  undoing: "The import is being undone",
};

/** Whether the server is at work on it. */
export const isWorked = (own: Import): own is Import & { state: keyof typeof DOING } => own.state in DOING;

const AT_WORK = 1000;

/** How an import stands, asked for again each second while the server is at work on it. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: [PATH, id],
    queryFn: () => bodyOf(api.get(`${PATH}/{id}`, of(id))),
    refetchInterval: ({ state: { data } }) => (data && (isWorked(data) || data.settling) ? AT_WORK : false),
  });

/** One's own of a kind, the newest first. */
export const useImports = (kind: ImportKind) =>
  useQuery({
    queryKey: [PATH],
    queryFn: () => bodyOf(api.get(PATH)),
    select: (all) => all.filter((one) => one.kind === kind),
  });

export const counted = (number: number, [one, several]: readonly [string, string]): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;

export const ROWS = ["row", "rows"] as const;

export const NOUNS: Record<ImportKind, readonly [string, string]> = {
  leads: ["lead", "leads"],
  clients: ["client", "clients"],
  users: ["user", "users"],
};

/** What the fields of a row are called. */
export const FIELD_LABELS: Record<string, string> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  address: "Address",
  status: "Status",
  source: "Source",
  estimatedValue: "Estimated value",
  notes: "Notes",
  assignedTo: "Assigned to",
  branchId: "Branch",
  regionId: "Region",
  role: "Role",
};

/** The headings of a file to begin with. */
const TEMPLATES: Record<ImportKind, string> = {
  leads: "Name,Email,Phone,Address,Status,Source,Estimated value,Notes,Assigned to,Branch",
  clients: "Name,Email,Phone,Address,Status,Branch",
  users: "First name,Last name,Email,Role,Branch",
};

export const template = (kind: ImportKind): Blob =>
  new Blob([`\ufeff${TEMPLATES[kind]}\r\n`], { type: "text/csv;charset=utf-8" });
