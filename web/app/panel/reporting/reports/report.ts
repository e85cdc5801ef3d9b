// Reports: the calls, how a number is told, and where the list behind it opens.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import { startCase } from "~/lib/labels";

export type Report = Schemas["Report"];
export type Forecast = Schemas["Forecast"];
export type Offered = Schemas["ReportOffered"];
export type Column = Schemas["ColumnShown"];
export type Figure = Schemas["Number"];
export type Saved = Schemas["SavedReportRow"];
export type Days = Schemas["Days"];

const PATH = "/api/panel/reports";
const SAVED = "/api/panel/saved-reports";

export const FORECAST = "forecast";
export const CUSTOM = "custom";

/** All reports but the forecast are asked and answered alike. */
const pathOf = (name: string) => `${PATH}/${name}` as `${typeof PATH}/sales`;
const pathOfFile = (name: string) => `${PATH}/${name}/export` as `${typeof PATH}/sales/export`;

export const useOffered = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

export const useReport = (name: string, query: Query) =>
  useQuery({
    queryKey: [PATH, name, query],
    queryFn: () => bodyOf(api.get(pathOf(name), { params: { query } })),
    enabled: name !== CUSTOM || Boolean(query.measures),
    placeholderData: (was) => (was?.report === name ? was : undefined),
  });

export const useForecast = (branch: string) =>
  useQuery({
    queryKey: [PATH, FORECAST, branch],
    queryFn: () => bodyOf(api.get(`${PATH}/forecast`, { params: { query: branch ? { branch } : {} } })),
  });

export const reportFile = (name: string, query: Query): Promise<Blob> =>
  fileOf(api.get(pathOfFile(name), { params: { query }, parseAs: "blob" }));

/** A report as it would be kept, without its name and for whom. */
export type Present = Omit<Schemas["NewSavedReport"], "name" | "shared">;

export const useSaved = () => useQuery({ queryKey: [SAVED], queryFn: () => bodyOf(api.get(SAVED)) });

export const saved = {
  create: (body: Schemas["NewSavedReport"], key: string) => bodyOf(api.post(SAVED, { body, headers: keyed(key) })),
  update: ({ id, version }: Saved, body: Schemas["SavedReportEdit"], key: string) =>
    bodyOf(api.patch(`${SAVED}/{id}`, { params: { path: { id } }, body, headers: changing(version, key) })),
  remove: ({ id, version }: Saved, key: string) =>
    api.delete(`${SAVED}/{id}`, { params: { path: { id } }, headers: changing(version, key) }),
  restore: ({ id }: Saved, key: string) =>
    bodyOf(api.post(`${SAVED}/{id}/restore`, { params: { path: { id } }, headers: keyed(key) })),
  weekly: ({ id }: Saved, weekly: boolean, key: string) =>
    bodyOf(api.post(`${SAVED}/{id}/weekly`, { params: { path: { id } }, body: { weekly }, headers: keyed(key) })),
};

const number = (value: number, digits = 0) => value.toLocaleString("en-US", { maximumFractionDigits: digits });

/** "45 min", "3 h 20 min", "2 days 4 h": the two largest units. */
function duration(minutes: number): string {
  const whole = Math.round(minutes);
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  if (days > 0) return `${number(days)} d${hours ? ` ${hours} h` : ""}`;
  if (hours > 0) return `${hours} h${rest ? ` ${rest} min` : ""}`;
  return `${rest} min`;
}

const UNITS: Record<Column["unit"], (value: number) => string> = {
  count: (value) => number(value),
  percent: (value) => `${number(value, 1)}%`,
  minutes: duration,
  days: (value) => `${number(value, 1)} d`,
  hours: (value) => `${number(value, 1)} h`,
  feet: (value) => `${number(value)} ft`,
  dollars: (value) => `$${number(value)}`,
};

/** A number in the words of its unit; a dash where there is nothing to tell. */
export const told = (value: number | null | undefined, unit: Column["unit"]): string =>
  value === null || value === undefined ? "–" : UNITS[unit](value);

/** What a report is broken down by, in words. */
export const byLabel = (by: string): string => startCase(by);

const SCREENS: Record<string, { path: string; begins?: Record<string, string> }> = {
  "/api/panel/leads": { path: "/panel/leads" },
  "/api/panel/clients": { path: "/panel/clients" },
  "/api/panel/work-orders": { path: "/panel/work-orders", begins: { view: "list", assignedTo: "all" } },
  "/api/panel/support-tickets": { path: "/panel/tickets" },
  "/api/panel/enquiries": { path: "/panel/leads", begins: { tab: "inbox" } },
};

/** Where the rows that a number counts are listed; null where there are none to see. */
export function listAddress({ list }: Figure): string | null {
  const screen = list && SCREENS[list.path];
  return screen ? `${screen.path}?${new URLSearchParams({ ...screen.begins, ...list.query })}` : null;
}

/** Of how many records a number is known, where not of all that it is about. */
export const knownTold = ({ known, of }: Figure): string | null =>
  known === null || known === undefined ? null : `known for ${number(known)} of ${number(of)}`;
