// One's own visits: the call that reads them, where they are kept, and how a day falls into what is left, next and coming.
import { api, bodyOf, type Schemas } from "~/api/client";
import { queries } from "~/api/queries";

export type OwnVisit = Schemas["OwnVisitRow"];

/** Days that are known ahead, today among them. */
const DAYS = 7;

/** Milliseconds that the server's clock is ahead of this device's, as far as it is known: a phone may live in another day. */
let ahead = 0;

export const aheadNow = (): number => ahead;
export const believeAhead = (milliseconds: number): void => {
  ahead = milliseconds;
};

/** The moment that it is by the server's clock. What is pressed keeps the time of the device's. */
export const nowThere = (): Date => new Date(Date.now() + ahead);

export const ownVisits = {
  key: ["/api/panel/own-visits", DAYS] as const,
  list: async () => {
    const answer = await api.get("/api/panel/own-visits", { params: { query: { days: DAYS } } });
    const told = Date.parse(answer.response.headers.get("Date") ?? "");
    if (!Number.isNaN(told)) believeAhead(told - Date.now());
    return bodyOf(Promise.resolve(answer));
  },
};

/** Keeps what the server answered about one visit. */
export const keepVisit = (id: string, told: Partial<OwnVisit>): void => {
  queries.setQueryData<OwnVisit[]>(ownVisits.key, (visits) =>
    visits?.map((visit) => (visit.id === id ? { ...visit, ...told } : visit)),
  );
};

/** A visit to a job, and not to a lead's house. */
export const isJob = ({ kind }: Pick<OwnVisit, "kind">): boolean => kind === "work_order";

/** Whose house it is, and what is done there. */
export const titleOf = (visit: OwnVisit): string => (isJob(visit) ? (visit.title ?? "Visit") : `Survey: ${visit.name}`);

const isBegun = ({ status }: OwnVisit): boolean => status === "on_the_way" || status === "started";
export const isOpen = (visit: OwnVisit): boolean => visit.status === "planned" || isBegun(visit);

/** What a person has before them. */
export interface OwnDay {
  /** Of the days before, not finished. */
  left: OwnVisit[];
  today: OwnVisit[];
  /** Of the days after, by day. */
  coming: { day: string; visits: OwnVisit[] }[];
  /** What is under way, else what is first in turn. */
  next: OwnVisit | null;
}

/** How visits fall into a day; one that is `held` stays, finished or not. */
export function ownDay(visits: readonly OwnVisit[], today: string, held: object = {}): OwnDay {
  const ofDay = (visit: OwnVisit) => visit.day ?? today;
  const left = visits.filter((visit) => ofDay(visit) < today && (isOpen(visit) || visit.id in held));
  const now = visits.filter((visit) => ofDay(visit) === today);
  const days = [...new Set(visits.map(ofDay))].filter((day) => day > today);
  const inTurn = [...left, ...now];
  return {
    left,
    today: now,
    coming: days.map((day) => ({ day, visits: visits.filter((visit) => ofDay(visit) === day) })),
    next: inTurn.find(isBegun) ?? inTurn.find(isOpen) ?? null,
  };
}
