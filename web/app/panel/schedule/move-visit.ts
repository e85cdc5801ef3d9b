// A visit goes to another day or person, or to another place among those of its day, by one pull or a few keys. It is shown there at once
// and taken back from the notice, or by Ctrl Z. What speaks against it is asked about, and then it goes there all the same.

import { useCallback, useRef, useState } from "react";
import type { ApiError } from "~/api/error";
import { useWrite } from "../any-record/write";
import { weekdayAndDay } from "../shell/days";
import {
  ALL,
  changedIn,
  moveTo,
  namesOf,
  type Objection,
  objectionsIn,
  type Place,
  type Planned,
  schedule,
  type VisitEdit,
  visitIn,
  visits,
  type Week,
} from "./schedule";

interface Sent {
  visit: Pick<Planned, "id" | "version" | "title">;
  edit: VisitEdit;
  /** What takes it back. */
  former: VisitEdit;
}

/** A move on its way; with the version that it made of the visit, once it is done and the week that is known is older. */
interface OnItsWay {
  sent: Sent;
  version: number | null;
}

/** A move that waits for an answer: what speaks against it, by name. */
export interface Asked extends Sent {
  objections: Partial<Record<Objection, string>>;
}

/** Visits of a day without a time, in the order that they are given, and what takes it back. */
interface Ordered {
  day: string;
  there: Planned[];
  former: Planned[];
}

/** What the server says of a visit that it has moved or put in its place. */
type Saved = Pick<Planned, "id" | "version">;

const send = ({ visit, edit }: Sent, key: string) => visits.update(visit, edit, key);
const sendOrder = ({ day, there }: Ordered, key: string) =>
  schedule.order(
    day,
    there.map(({ id }) => id),
    key,
  );
const saidOn =
  (today: string) =>
  ({ day }: { day: string | null }) =>
    day === null
      ? "Not scheduled any more"
      : `Planned for ${weekdayAndDay(day)}${day < today ? ", which is over" : ""}`;

/** Whether the week tells of a move by itself. */
const isKnown = (week: Week, { sent, version }: OnItsWay): boolean => {
  const known = visitIn(week, sent.visit.id);
  return version !== null && (known === undefined || known.version >= version);
};

/** The week with what is on its way. */
const shownWith = (week: Week, moves: OnItsWay[]): Week =>
  moves.reduce((now, { sent: { visit, edit }, version }) => {
    const { accept: _accept, reason: _reason, ...planned } = edit;
    return changedIn(now, visit.id, { ...planned, ...(version !== null && { version }) } as Partial<Planned>);
  }, week);

export function useMoveVisit(known: Week) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [moves, setMoves] = useState<OnItsWay[]>([]);
  const open = moves.filter((one) => !isKnown(known, one));
  if (open.length < moves.length) setMoves(open);
  const last = useRef<(() => void) | null>(null);
  const about = [visits.path, "move"];
  const failed = "Failed to move the visit";
  const said = saidOn(known.today);
  const back = useWrite({ about, send, done: said, failed });
  const { write } = useWrite({
    about,
    send,
    failed,
    done: said,
    meets: (error: ApiError, sent: Sent) => {
      const objections = objectionsIn(error);
      if (!objections) return false;
      setAsked({ ...sent, objections });
      return true;
    },
    undo: takeBack,
  });

  const order = useWrite({
    about,
    send: sendOrder,
    failed: "Failed to change the order",
    done: () => "Order changed",
    undo: orderBack,
  });
  const orderedBack = useWrite({
    about,
    send: sendOrder,
    failed: "Failed to change the order",
    done: () => "As before",
  });

  function takeBack({ visit, former }: Sent, { version }: { version: number }) {
    last.current = null;
    run({ visit: { ...visit, version }, edit: { ...former, accept: ALL }, former: {} }, back.write);
  }
  function run(sent: Sent, act: (sent: Sent) => Promise<Saved | null>) {
    void show([sent], async () => {
      const answer = await act(sent);
      if (answer && act === write) last.current = () => takeBack(sent, answer);
      return answer && [answer];
    });
  }
  function orderBack({ day, there, former }: Ordered) {
    last.current = null;
    runOrder({ day, there: former, former: there }, orderedBack.write);
  }
  function runOrder(ordered: Ordered, act: (ordered: Ordered) => Promise<Saved[] | null>) {
    const sents = ordered.there.map((visit, position) => ({ visit, edit: { position }, former: {} }));
    void show(sents, async () => {
      const answer = await act(ordered);
      if (answer && act === order.write) last.current = () => orderBack(ordered);
      return answer;
    });
  }
  /** Shows them at once, sends them, and shows what became of them. */
  async function show(sents: Sent[], act: () => Promise<Saved[] | null>) {
    setMoves((all) => [...all, ...sents.map((sent) => ({ sent, version: null }))]);
    const answers = (await act()) ?? [];
    const known = new Map(answers.map(({ id, version }) => [id, version]));
    setMoves((all) =>
      all.flatMap((one) => {
        if (!sents.includes(one.sent)) return [one];
        const version = known.get(one.sent.visit.id);
        return version === undefined ? [] : [{ sent: one.sent, version }];
      }),
    );
  }
  return {
    move: (visit: Planned, from: Place, to: Place) => {
      if (from.person === to.person && from.day === to.day) return;
      const { day, startMinute, endMinute, crew } = visit;
      run({ visit, edit: moveTo(visit, from, to), former: { day, startMinute, endMinute, crew } }, write);
    },
    /** Puts the visits of a place that have no time in this order. */
    order: (there: Planned[], former: Planned[]) => {
      const day = there[0]?.day;
      if (day) runOrder({ day, there, former }, order.write);
    },
    /** With what is on its way. */
    week: open.length > 0 ? shownWith(known, open) : known,
    saving: open.flatMap(({ sent, version }) => (version === null ? [sent.visit.id] : [])).join(" "),
    asked,
    /** Answers the question; a move that is not accepted stays undone. */
    answer: (reason: string | null) => {
      setAsked(null);
      if (!asked || reason === null) return;
      run({ ...asked, edit: { ...asked.edit, accept: namesOf(asked.objections), ...(reason && { reason }) } }, write);
    },
    /** Takes the last move back, once. */
    undo: useCallback(() => last.current?.(), []),
  };
}
