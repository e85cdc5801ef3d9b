// A visit goes to another day or person by one pull or a few keys. It is shown there at once and taken back from the notice. What
// speaks against it is asked about, and then it goes there all the same.
import { useState } from "react";
import type { ApiError } from "~/api/error";
import { queries, refreshPanel } from "~/api/queries";
import { longDate } from "~/lib/dates";
import { useWrite } from "../../records/write";
import {
  moveTo,
  type Objection,
  type Place,
  type Planned,
  schedule,
  type VisitEdit,
  visits,
  type Week,
} from "./schedule";

interface Sent {
  visit: Pick<Planned, "id" | "version" | "title">;
  edit: VisitEdit;
  /** What takes it back. */
  former: VisitEdit;
}

/** A move that waits for an answer: what speaks against it, by name. */
export interface Asked extends Sent {
  objections: Record<string, string>;
}

const ALL: Objection[] = ["clash", "absence", "capacity"];

/** Shows a visit where it goes, in the week and beside it. */
function show(id: string, edit: Partial<Planned>) {
  queries.setQueriesData<Week>({ queryKey: [schedule.path], type: "active" }, (week) => {
    if (!week) return week;
    const everywhere = [...week.visits, ...week.unplanned.visits, ...week.late.visits];
    const found = everywhere.find((visit) => visit.id === id);
    if (!found) return week;
    const moved = { ...found, ...edit };
    const others = (list: Planned[]) => list.filter((visit) => visit.id !== id);
    const unplanned = moved.day === null ? [...others(week.unplanned.visits), moved] : others(week.unplanned.visits);
    return {
      ...week,
      visits: moved.day === null ? others(week.visits) : [...others(week.visits), moved],
      unplanned: { count: week.unplanned.count + unplanned.length - week.unplanned.visits.length, visits: unplanned },
      late: { ...week.late, visits: others(week.late.visits) },
    };
  });
}

const send = ({ visit, edit }: Sent, key: string) => visits.update(visit, edit, key);
const said = ({ day }: { day: string | null }) =>
  day === null ? "Waits to be planned" : `Planned for ${longDate(day)}`;

export function useMoveVisit() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const about = [visits.path, "move"];
  const failed = "Failed to move the visit";
  const back = useWrite({ about, send, done: said, failed });
  const { write, busy } = useWrite({
    about,
    send,
    failed,
    done: said,
    meets: ({ status, fields }: ApiError, sent: Sent) => {
      const objections = Object.fromEntries(Object.entries(fields).filter(([name]) => ALL.includes(name as Objection)));
      if (status !== 409 || Object.keys(objections).length === 0) return false;
      setAsked({ ...sent, objections });
      return true;
    },
    undo: ({ visit, former }, { version }) =>
      void back.write({ visit: { ...visit, version }, edit: { ...former, accept: ALL }, former: {} }),
  });

  async function run(sent: Sent) {
    show(sent.visit.id, sent.edit as Partial<Planned>);
    if (!(await write(sent))) await refreshPanel(); // shows it where it is
  }
  function move(visit: Planned, from: Place, to: Place) {
    if (busy || (from.person === to.person && from.day === to.day)) return;
    const { day, startMinute, endMinute, crew } = visit;
    void run({ visit, edit: moveTo(visit, from, to), former: { day, startMinute, endMinute, crew } });
  }
  return {
    move,
    busy,
    asked,
    /** Answers the question; a move that is not accepted stays undone. */
    answer: (reason: string | null) => {
      setAsked(null);
      if (!asked || reason === null) return;
      const accept = ALL.filter((name) => name in asked.objections);
      void run({ ...asked, edit: { ...asked.edit, accept, ...(reason && { reason }) } });
    },
  };
}
