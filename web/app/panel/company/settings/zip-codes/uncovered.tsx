// ZIP codes that people asked for and no branch serves, the newest first; each goes to a branch with a press.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { Unloaded } from "../../../list/unloaded";
import { GiveMenu } from "./give-menu";
import { useGive, useUncovered } from "./zip-code";

const FEW = 5;

export function Uncovered() {
  const { data, isError, refetch } = useUncovered();
  const { write } = useGive();
  const clock = useClock();
  const [all, setAll] = useState(false);
  if (isError && !data)
    return (
      <Unloaded retry={refetch} className="mb-5">
        The ZIP codes that nobody serves could not be loaded.
      </Unloaded>
    );
  if (!data || data.length === 0) return null;
  const shown = all ? data : data.slice(0, FEW);
  return (
    <Card className="mb-5 p-4">
      <section aria-labelledby="uncovered" className="grid gap-2">
        <h2 id="uncovered" className="font-sans font-semibold text-base">
          Requested, but not served <span className="font-normal text-muted tabular-nums">{data.length}</span>
        </h2>
        <p className="text-muted text-small">
          People who asked from there are leads already and stay where they are. The next request goes to the branch you
          choose.
        </p>
        <ul>
          {shown.map(({ zip, count, newest }) => (
            <li key={zip} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-t py-2">
              <span className="w-16 font-semibold tabular-nums">{zip}</span>
              <span className="mr-auto text-muted">
                {count === 1 ? "1 request" : `${count.toLocaleString("en-US")} requests`}, the newest{" "}
                <Moment at={newest}>{clock.recent(newest)}</Moment>
              </span>
              <GiveMenu what={zip} onGive={(branchId) => void write({ branchId, text: zip, move: false })}>
                Give to branch...
              </GiveMenu>
            </li>
          ))}
        </ul>
        {data.length > FEW && (
          <Button variant="link" size="small" className="justify-self-start" onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${data.length}`}
          </Button>
        )}
      </section>
    </Card>
  );
}
