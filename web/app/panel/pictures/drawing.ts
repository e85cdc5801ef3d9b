// Drawings of lights that visitors sent: the calls about them.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";

export type Drawing = Schemas["DrawingRow"];
export type DrawnFor = "lead" | "client" | "work_order";

/** Letters of a note about power. */
export const LONGEST_DROP = 120;

const at = (id: string) => ({ path: { id } });
const LISTS: Record<DrawnFor, (id: string) => Promise<Drawing[]>> = {
  lead: (id) => bodyOf(api.get("/api/panel/leads/{id}/drawings", { params: at(id) })),
  client: (id) => bodyOf(api.get("/api/panel/clients/{id}/drawings", { params: at(id) })),
  work_order: (id) => bodyOf(api.get("/api/panel/work-orders/{id}/drawings", { params: at(id) })),
};

/** Those of a record, the newest first. */
export const useDrawings = (kind: DrawnFor, id: string) =>
  useQuery({ queryKey: ["/api/panel/drawings", kind, id], queryFn: () => LISTS[kind](id) });

export const correctDrawing = ({ id, version }: Drawing, body: Schemas["DrawingEdit"], key: string) =>
  bodyOf(api.patch("/api/panel/drawings/{id}", { params: at(id), body, headers: changing(version, key) }));

/** What size is taken from. */
export const sizes: Record<string, string> = {
  garage16x7: "Garage door, 16 by 7 ft",
  garage8x7: "Garage door, 8 by 7 ft",
  garage16x8: "Garage door, 16 by 8 ft",
  garage9x8: "Garage door, 9 by 8 ft",
  door3x6_8: "Front door, 3 ft by 6 ft 8 in",
  door3x7: "Front door, 3 by 7 ft",
  door_double: "Double front door",
  stories: "From the ground to the eave",
};
