// Privacy: the calls about a person's data, erasures and what people asked for, and how their states are called and marked.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { keyed } from "~/api/idempotency";
import type { Look } from "~/ui/look-badge";

export type Whom = Schemas["Whom"];
export type Found = Schemas["PersonFound"];
export type RecordShown = Schemas["RecordShown"];
export type Line = Schemas["Line"];
export type Erasure = Schemas["ErasureRow"];
export type PrivacyRequest = Schemas["PrivacyRequestRow"];

const ERASURES = "/api/panel/privacy/erasures";
const REQUESTS = "/api/panel/privacy/requests";

export const lookUp = (body: Whom) => bodyOf(api.post("/api/panel/privacy/preview", { body }));

export const copyOf = (body: Whom) => fileOf(api.post("/api/panel/privacy/copy", { body, parseAs: "blob" }));

export const erase = (body: Schemas["NewErasure"]) => bodyOf(api.post(ERASURES, { body }));

export const erasures = {
  path: ERASURES,
  list: (query: Query) => pageOf(api.get(ERASURES, { params: { query } })),
};

export const requests = {
  path: REQUESTS,
  list: (query: Query) => pageOf(api.get(REQUESTS, { params: { query } })),
};

export const answer = ({ id, ...body }: { id: string } & Schemas["RequestAnswer"], key: string) =>
  bodyOf(api.post("/api/panel/privacy/requests/{id}/answer", { params: { path: { id } }, body, headers: keyed(key) }));

/** One erasure, asked again until it is done. */
export const useErasure = (id: string) =>
  useQuery({
    queryKey: [ERASURES, id],
    queryFn: () => bodyOf(api.get("/api/panel/privacy/erasures/{id}", { params: { path: { id } } })),
    refetchInterval: ({ state }) => (["done", "refused"].includes(state.data?.state ?? "") ? false : 3_000),
  });

/** Whether an address stands for somebody of whom nothing is known any more. */
export const isErased = (email: string) => email.endsWith("@erased.invalid");

export const requestKinds: Record<PrivacyRequest["kind"], string> = {
  copy: "A copy of their data",
  erasure: "To be forgotten",
  correction: "A correction",
};

export const requestStates: Record<PrivacyRequest["state"], Look> = {
  open: { label: "Open", variant: "warning", mark: "half" },
  done: { label: "Done", variant: "success", mark: "check" },
  declined: { label: "Declined", variant: "outline", mark: "full" },
  unopened: { label: "Link not opened", variant: "outline", mark: "empty" },
};

export const erasureStates: Record<Erasure["state"], Look> = {
  waiting: { label: "Waiting", variant: "warning", mark: "empty" },
  running: { label: "Running", variant: "warning", mark: "half" },
  done: { label: "Done", variant: "success", mark: "check" },
  refused: { label: "Not done", variant: "destructive", mark: "full" },
};
