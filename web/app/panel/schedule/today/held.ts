// Visits with words that are not saved stay where they are on the screen, whatever becomes of them meanwhile: moved, cancelled, or given away.
import { useCallback, useRef, useState } from "react";
import type { OwnVisit } from "./own-visit";

/** By id: visits as they stood when typing began, and where in the list. */
export type Held = Readonly<Record<string, { visit: OwnVisit; place: number }>>;

/** Says that a visit holds words that are not saved, or that it holds none any more. */
export type Hold = (id: string, holds: boolean) => void;

export function useHeld(visits: OwnVisit[]): [held: Held, hold: Hold] {
  const [held, setHeld] = useState<Held>({});
  const current = useRef(visits);
  current.current = visits;
  const hold = useCallback<Hold>((id, holds) => {
    setHeld(({ [id]: before, ...others }) => {
      if (!holds) return others;
      const place = current.current.findIndex((visit) => visit.id === id);
      const visit = current.current[place];
      const now = before ?? (visit && { visit, place });
      return now ? { ...others, [id]: now } : others;
    });
  }, []);
  return [held, hold];
}

/** The visits as they are listed: each that holds words on its former day, also where it is not among one's own any more. */
export function withHeld(visits: OwnVisit[], held: Held): OwnVisit[] {
  const listed = visits.map((visit) => ({ ...visit, day: (held[visit.id]?.visit ?? visit).day }));
  for (const { visit, place } of Object.values(held))
    if (!listed.some(({ id }) => id === visit.id)) listed.splice(place, 0, visit);
  return listed;
}
