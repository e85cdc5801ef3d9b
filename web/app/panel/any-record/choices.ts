// Words that the organization keeps for its people to choose from: the calls about each list, and a list as a write leaves it.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";

export type Choice = Schemas["ChoiceRow"];
export type ChoiceEdit = Schemas["ChoiceEdit"];

/** The calls about one list. */
export interface Choices<Row extends Choice = Choice> {
  path: string;
  list: () => Promise<Row[]>;
  add: (words: string, key: string) => Promise<Row>;
  /** Changes what is named, unless somebody else changed the choice since it was read. No place retires it. */
  change: (choice: Row, changes: ChoiceEdit, key: string) => Promise<Row>;
}

type Path = "/api/panel/lost-reasons" | "/api/panel/lead-sources";

const choicesAt = (path: Path): Choices => ({
  path,
  list: () => bodyOf(api.get(path)),
  add: (words, key) => bodyOf(api.post(path, { body: { words }, headers: keyed(key) })),
  change: ({ id, version }, body, key) =>
    bodyOf(api.patch(`${path}/{id}`, { params: { path: { id } }, body, headers: changing(version, key) })),
});

export const lostReasons = choicesAt("/api/panel/lost-reasons");
export const leadSources = choicesAt("/api/panel/lead-sources");

export const useChoices = <Row extends Choice>({ path, list }: Choices<Row>) =>
  useQuery({ queryKey: [path], queryFn: list });

export const isOffered = ({ place }: Choice): boolean => place !== null;

/** The list with a choice as it was saved: in its place among those that are offered, else with the retired ones. */
export function withChoice<Row extends Choice>(all: Row[], saved: Row): Row[] {
  const others = all.filter(({ id }) => id !== saved.id);
  const offered = others.filter(isOffered);
  const retired = others.filter((choice) => !isOffered(choice));
  if (saved.place === null) retired.unshift(saved);
  else offered.splice(saved.place - 1, 0, saved);
  return [...offered.map((choice, at) => ({ ...choice, place: at + 1 })), ...retired];
}
