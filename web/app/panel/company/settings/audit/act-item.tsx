// One change: who, what, when, and each field before and after.
import type { ReactNode } from "react";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Disclosure } from "~/ui/disclosure";
import { Moment } from "~/ui/moment";
import { ChangedFields, ENDS } from "../../../any-record/history";
import { LinkedRecord } from "../../../list/linked-record";
import { type Act, actions, nounOf, opensAs } from "./act";

/** Letters of a text that are enough to know it by. */
const LONGEST = 160;

/** The record by its name; where that is gone or out of reach, by its kind alone. */
function Record({ entityType, entityId, called }: Act) {
  const noun = nounOf(entityType);
  if (!called) return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
  const kind = opensAs(entityType);
  return (
    <>
      the {noun} {kind ? <LinkedRecord kind={kind} id={entityId} title={called} /> : <strong>{called}</strong>}
    </>
  );
}

function Fields({ act, children }: { act: Act; children: ReactNode }) {
  if (act.action === "update") return children;
  const label = ENDS.has(act.action) ? "As it was" : "As it began";
  return <Disclosure label={label}>{children}</Disclosure>;
}

export function ActItem({ act }: { act: Act }) {
  const clock = useClock();
  return (
    <Card className="px-4 py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{act.who}</span>
        {act.via && ` via ${act.via}`} {(actions[act.action] ?? act.action).toLowerCase()} <Record {...act} />
      </p>
      <p className="text-muted text-small">
        <Moment at={act.createdAt}>{clock.moment(act.createdAt)}</Moment>
        {act.ipAddress && ` · from ${act.ipAddress}`}
      </p>
      {Object.keys(act.changes).length > 0 && (
        <Fields act={act}>
          <ChangedFields changes={act.changes} action={act.action} longest={LONGEST} />
        </Fields>
      )}
    </Card>
  );
}
