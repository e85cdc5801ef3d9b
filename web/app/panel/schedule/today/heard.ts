// What the server answers to work that was done on site: it stands on the screen of every tab at once and in what is kept, before
// everything is read again; what came out otherwise is told.
import type { Schemas } from "~/api/client";
import { refreshPanel } from "~/api/queries";
import type { Waiting } from "~/offline/operation";
import { changeRows } from "~/offline/own-rows";
import { giveTabs, whenGiven } from "~/offline/waiting";
import { keepVisit, type OwnVisit } from "./own-visit";

function factsOf(operation: Waiting, answer: unknown): Partial<OwnVisit> {
  if (operation.form) {
    const { images, version } = answer as Schemas["WorkOrderRow"];
    return { images, jobVersion: version };
  }
  return (answer as Schemas["VisitOperated"]).visit;
}

whenGiven((given) => {
  keepVisit(...(given as Parameters<typeof keepVisit>));
  void refreshPanel(); // as after a write of this tab
});

/** Takes an answer in; gives the sentences to be told. */
export function heard(operation: Waiting, answer: unknown): string[] {
  const { about, person, form } = operation;
  const facts = factsOf(operation, answer);
  keepVisit(about, facts);
  giveTabs([about, facts]);
  void changeRows(person, (rows) =>
    (rows as OwnVisit[]).map((visit) => (visit.id === about ? { ...visit, ...facts } : visit)),
  );
  return form ? [] : (answer as Schemas["VisitOperated"]).told.map(({ words }) => words);
}
