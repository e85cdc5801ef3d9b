// The page of a lead or client: the calls about a thread, and how its parts are called.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";

export type RecordPage = Schemas["RecordPage"];
/** Whom a page is of. */
export type Person = Pick<
  Schemas["LeadRow"],
  "id" | "branchId" | "name" | "email" | "phone" | "address" | "createdAt"
> & {
  status: string;
};
export type TimelineEvent = Schemas["TimelineEvent"];
export type Member = Schemas["MemberRow"];
export type Source = Schemas["EventSource"];

/** The two kinds of record that have a page. */
export type PageKind = "lead" | "client";

const paths = { lead: "/api/panel/leads", client: "/api/panel/clients" } as const;

const readPage = (kind: PageKind, id: string): Promise<RecordPage> =>
  kind === "lead"
    ? bodyOf(api.get("/api/panel/leads/{id}/record", { params: { path: { id } } }))
    : bodyOf(api.get("/api/panel/clients/{id}/record", { params: { path: { id } } }));

interface Place {
  cursor?: string;
  source?: Source;
}

const readTimeline = (kind: PageKind, id: string, query: Place): Promise<Schemas["Timeline"]> =>
  kind === "lead"
    ? bodyOf(api.get("/api/panel/leads/{id}/timeline", { params: { path: { id }, query } }))
    : bodyOf(api.get("/api/panel/clients/{id}/timeline", { params: { path: { id }, query } }));

export const useRecordPage = (kind: PageKind, id: string) =>
  useQuery({
    queryKey: [paths[kind], id, "record"],
    queryFn: () => readPage(kind, id),
    gcTime: 0,
    // The sheet hands it to a window whose code may come later; an answer that came before would else go unnoticed.
    notifyOnChangeProps: "all",
  });

/** The timeline, page after page, of all sources or of one. The first page of all came with the record. */
export const useTimeline = (kind: PageKind, id: string, source: Source | null, first: Schemas["Timeline"]) =>
  useInfiniteQuery({
    queryKey: [paths[kind], id, "timeline", source, source === null && first],
    queryFn: ({ pageParam }) =>
      readTimeline(kind, id, { ...(pageParam && { cursor: pageParam }), ...(source && { source }) }),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    ...(source === null && { initialData: { pages: [first], pageParams: [""] } }),
    gcTime: 0,
  });

export const logActivity = (body: Schemas["NewActivity"], key: string) =>
  bodyOf(api.post("/api/panel/activities", { body, headers: keyed(key) }));

export async function dropActivity(id: string, key: string): Promise<void> {
  await api.delete("/api/panel/activities/{id}", { params: { path: { id } }, headers: keyed(key) });
}

export async function undoMerge(id: string, key: string): Promise<void> {
  await api.post("/api/panel/merges/{id}/undo", { params: { path: { id } }, headers: keyed(key) });
}

const readPreview = (kind: PageKind, id: string, other: string) => {
  const params = { path: { id }, query: { with: other } };
  return kind === "lead"
    ? bodyOf(api.get("/api/panel/leads/{id}/merge", { params }))
    : bodyOf(api.get("/api/panel/clients/{id}/merge", { params }));
};

/** What merging would do; `other` is the one that would go. */
export const useMergePreview = (kind: PageKind, id: string, other: string) =>
  useQuery({
    queryKey: [paths[kind], id, "merge", other],
    queryFn: () => readPreview(kind, id, other),
    gcTime: 0,
    enabled: other !== "",
  });

/** Who goes, and the seal of the preview that the person saw. */
export type Merging = Schemas["Merging"] & { seal: string };

export const merge = (kind: PageKind, id: string, body: Merging, key: string): Promise<Schemas["Merged"]> => {
  const sent = { params: { path: { id } }, body, headers: keyed(key) };
  return kind === "lead"
    ? bodyOf(api.post("/api/panel/leads/{id}/merge", sent))
    : bodyOf(api.post("/api/panel/clients/{id}/merge", sent));
};

export const activityTypes: Record<Schemas["ActivityType"], string> = {
  call: "Call",
  note: "Note",
  text: "Text",
  meeting: "Meeting",
};

export const outcomes: Record<Schemas["CallOutcome"], string> = {
  reached: "Reached",
  left_message: "Left a message",
  no_answer: "No answer",
  wrong_number: "Wrong number",
};
