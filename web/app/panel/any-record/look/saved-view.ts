// Saved views: the calls about them, and what of an address a view keeps.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { closeIn } from "../../list/open-record";
import { RECORD } from "../../list/record-address";

export type ListName = Schemas["ListName"];
export type SavedView = Schemas["SavedViewRow"];
export type SavedViews = Schemas["SavedViews"];
export type Layout = Schemas["Layout"];

export const savedViews = {
  path: "/api/panel/saved-views",
  all: () => bodyOf(api.get("/api/panel/saved-views")),
  create: (body: Schemas["NewSavedView"], key: string) =>
    bodyOf(api.post("/api/panel/saved-views", { body, headers: keyed(key) })),
  update: ({ id, version }: SavedView, body: Schemas["SavedViewEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/saved-views/{id}", { params: { path: { id } }, body, headers: changing(version, key) }),
    ),
  remove: ({ id }: SavedView, key: string) =>
    api.delete("/api/panel/saved-views/{id}", { params: { path: { id } }, headers: keyed(key) }),
  keepLook: (body: Schemas["ListLookEdit"]) => bodyOf(api.patch("/api/panel/list-looks", { body })),
};

/** One's own views of a list, and how one sees it without any. */
export const useSavedViews = (list: ListName) =>
  useQuery({
    queryKey: [savedViews.path],
    queryFn: savedViews.all,
    select: ({ views, looks }) => ({
      views: views.filter((view) => view.list === list),
      look: looks.find((look) => look.list === list),
    }),
  });

/** How a list is looked at. */
export interface Shown {
  layout: Layout;
  columns: readonly string[];
}

/** What a view keeps of an address, always in the same order: filters, order and look, and nothing that is open over the list. */
export function viewQuery(search: URLSearchParams, { layout, columns }: Shown): string {
  const kept = new URLSearchParams([...search].filter(([, value]) => value));
  closeIn(kept);
  for (const name of [RECORD, "tab"]) kept.delete(name);
  kept.set("as", layout);
  if (layout === "table") kept.set("columns", columns.join(","));
  else kept.delete("columns");
  kept.sort();
  return kept.toString();
}

/** The look that an address asks for; what it does not say, or what nobody knows, is left to the reader. */
export function lookIn(search: URLSearchParams, known: readonly string[]): Partial<Shown> {
  const layout = search.get("as");
  const columns =
    search
      .get("columns")
      ?.split(",")
      .filter((name) => known.includes(name)) ?? [];
  return {
    ...((layout === "cards" || layout === "table") && { layout }),
    ...(columns.length > 0 && { columns }),
  };
}
