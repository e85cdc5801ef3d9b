// While the form of a lead or a client is filled in: who that may be already, so that nobody is entered twice.
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useLocation } from "wouter";
import { Button } from "~/ui/button";
import { discard } from "~/ui/unsaved";
import { recordAddress } from "../list/record-address";
import { useUser } from "../user/user";
import { type Match, useMatches } from "./match";
import { Matches, NotTheSame } from "./matches";

/** What somebody is known again by. */
const KEYS = ["email", "phone", "address"];
/** What the record that is there says as well: of these words nothing is lost. */
const SAID_THERE = ["name", ...KEYS];

function Use({ match }: { match: Match }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const { dirtyFields } = useFormState();
  function use() {
    if (Object.keys(dirtyFields).every((name) => SAID_THERE.includes(name))) discard();
    navigate(recordAddress(user, match.kind === "lead" ? "lead" : "client", match.id));
  }
  return (
    <Button size="small" onClick={use}>
      Use
    </Button>
  );
}

/** `id` is that of the record that is changed; without one a new one is made. */
export function Recognized({ id }: { id: string | undefined }) {
  const typed: string[] = useWatch({ name: KEYS });
  const { dirtyFields } = useFormState();
  const [others, setOthers] = useState<string[]>([]);
  const said = KEYS.map((name, place) => [name, name in dirtyFields ? typed[place] : ""]);
  const matches = useMatches({ ...Object.fromEntries(said), exceptId: id });
  return (
    <Matches matches={matches.filter((match) => !others.includes(match.id))} className="sm:col-span-2">
      {(match) => (
        <>
          <Use match={match} />
          {id ? (
            <NotTheSame id={id} match={match} />
          ) : (
            <Button
              size="small"
              variant="quiet"
              className="text-inherit"
              onClick={() => setOthers([...others, match.id])}
            >
              Not the Same
            </Button>
          )}
        </>
      )}
    </Matches>
  );
}
