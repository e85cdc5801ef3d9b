// API tokens: by which programs act in somebody's name. Each is ended with a press, and the end taken back from its notice.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { lazyOnDemand } from "~/ui/lazy";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { useWrite } from "../../../any-record/write";
import { Unloaded } from "../../../list/unloaded";
import { type ApiToken, AREAS, endToken, PATH, restoreToken, useTokens } from "./token";

const NewToken = lazyOnDemand<{ open: boolean; onOpenChange: (open: boolean) => void }>(() => import("./new-token"), {
  wanted: ({ open }) => open,
  fallback: () => null,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

const isOver = ({ expiresAt }: ApiToken) => new Date(expiresAt).getTime() <= Date.now();

function useEnding(token: ApiToken) {
  const about = [PATH, token.id];
  const again = useWrite({
    about,
    send: (id: string, key) => restoreToken(id, key),
    done: () => `${token.name} works again`,
    failed: "Failed to bring the token back",
  });
  return useWrite({
    about,
    send: (id: string, key) => endToken(id, key),
    done: () => `${token.name} has ended`,
    failed: "Failed to end the token",
    undo: (id) => void again.write(id),
  });
}

function Use({ usedAt }: ApiToken) {
  const clock = useClock();
  if (usedAt === null) return <>not used yet</>;
  return (
    <>
      last used <Moment at={usedAt}>{clock.recent(usedAt)}</Moment>
    </>
  );
}

function TokenItem({ token }: { token: ApiToken }) {
  const { name, areas, mayWrite, maker, own, expiresAt } = token;
  const clock = useClock();
  const { write, busy } = useEnding(token);
  const over = isOver(token);
  return (
    <li className="flex items-center justify-between gap-3 border-hairline border-t py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words font-semibold">{name}</span>
          {over ? (
            <Badge variant="warning">Run out</Badge>
          ) : (
            <Badge variant="outline">{mayWrite ? "Read and write" : "Read only"}</Badge>
          )}
        </p>
        <p className="break-words text-muted text-small">
          {areas.map((area) => AREAS[area].label).join(", ")}
          {own ? "" : ` · ${maker}`}
        </p>
        <p className="text-muted text-small">
          {over ? "ran out" : "until"} {clock.day(expiresAt)}, <Use {...token} />
        </p>
      </div>
      <Button variant="outline" size="small" aria-label={`End ${name}`} busy={busy} onClick={() => write(token.id)}>
        End
      </Button>
    </li>
  );
}

export function Tokens() {
  const { data, isError, refetch } = useTokens();
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="api-tokens">
      <Card className="grid gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 max-w-prose">
            <h2 id="api-tokens" className="font-sans font-semibold text-h4">
              API tokens
            </h2>
            <p className="text-muted">
              A token lets a program work with your leads, clients, work orders and tickets. It acts as the person who
              made it, and stops working when that person may no longer make one.
            </p>
          </div>
          <Button size="small" onClick={() => setAdding(true)}>
            <Plus aria-hidden /> New Token
          </Button>
        </div>
        {isError && <Unloaded retry={refetch}>The tokens could not be loaded.</Unloaded>}
        {!(data || isError) && <Skeleton className="h-20" />}
        {data?.length === 0 && <p className="text-muted">There are none yet.</p>}
        {data && data.length > 0 && (
          <ul aria-labelledby="api-tokens">
            {data.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )}
      </Card>
      <NewToken open={adding} onOpenChange={setAdding} />
    </section>
  );
}
