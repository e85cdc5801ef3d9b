// What letters say, kind by kind: the calls, and to whom each goes.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import type { Fields } from "../../../any-record/merge";

export type LetterKind = Schemas["LetterKindRow"];
/** Words while they are typed; each place is a name in braces. */
export type Words = Schemas["LetterWords"];

const PATH = "/api/panel/letter-kinds";
const about = (id: string) => ({ path: { id } });

export const letterKinds = {
  path: PATH,
  one: (id: string) => bodyOf(api.get("/api/panel/letter-kinds/{id}", { params: about(id) })),
  history: (id: string) => bodyOf(api.get("/api/panel/letter-kinds/{id}/history", { params: about(id) })),
  /** Changes what is named, unless somebody else changed the words since they were read. */
  update: ({ id, version }: LetterKind, body: Fields, key: string) =>
    bodyOf(api.patch("/api/panel/letter-kinds/{id}", { params: about(id), body, headers: changing(version, key) })),
};

export const useLetterKinds = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

const draftOf = ({ subject, words, below }: Words) => ({ subject, words, below });

/** The plain text of a letter with these words, and its subject; refused where they name a place that it does not have. */
export const usePlain = (id: string, words: Words) =>
  useQuery({
    queryKey: ["letter preview", id, words.subject, words.words, words.below],
    queryFn: () =>
      bodyOf(api.get("/api/panel/letter-kinds/{id}/plain", { params: { path: { id }, query: draftOf(words) } })),
  });

/** Where it is drawn as mail programs show it. */
export const previewAddress = (id: string, words: Words, dark: boolean): string =>
  `${PATH}/${id}/preview?${new URLSearchParams({ ...draftOf(words), dark: String(dark) })}`;

export const AUDIENCES: { value: LetterKind["audience"]; title: string }[] = [
  { value: "visitors", title: "To visitors" },
  { value: "clients", title: "To clients" },
  { value: "subscribers", title: "To subscribers" },
  { value: "staff", title: "To staff" },
];
