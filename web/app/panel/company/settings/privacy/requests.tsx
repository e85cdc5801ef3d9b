// What people ask about their own data, the most urgent first, and how it was answered.
import { Field } from "~/forms/fields";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Textarea } from "~/ui/input";
import { LookBadge } from "~/ui/look-badge";
import { useTyped } from "../../../any-record/draft";
import { useWrite } from "../../../any-record/write";
import { answer, isErased, type PrivacyRequest, requestKinds, requestStates } from "./person";

function Answer({ request }: { request: PrivacyRequest }) {
  const { typed: note, type: setNote } = useTyped(`privacy request ${request.id}`, "");
  const { write, busy } = useWrite({
    about: ["privacy-request", request.id],
    send: (state: "done" | "declined", key) => answer({ id: request.id, state, ...(note.trim() && { note }) }, key),
    done: () => "Request closed",
    failed: "Failed to close the request",
  });
  const field = `note-${request.id}`;
  return (
    <div className="grid gap-2">
      <Field
        id={field}
        label="How it was answered"
        hint="Needed where it is declined: the person may ask why."
        optional
      >
        <Textarea id={field} rows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => void write("done")}>
          Mark as Done
        </Button>
        <Button
          size="small"
          variant="outline"
          disabled={!note.trim()}
          busy={busy}
          onClick={() => void write("declined")}
        >
          Decline
        </Button>
      </div>
    </div>
  );
}

interface RequestItemProps {
  request: PrivacyRequest;
  onFind: (email: string) => void;
}

export function RequestItem({ request, onFind }: RequestItemProps) {
  const { email, kind, state, words, dueOn, note } = request;
  return (
    <Card className="grid gap-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 break-words font-sans font-semibold text-base">{isErased(email) ? "Erased" : email}</h3>
        <LookBadge looks={requestStates} value={state} />
      </div>
      <p>
        {requestKinds[kind]}
        {state === "open" && `, by ${longDate(dueOn)}`}
      </p>
      {words && <p className="whitespace-pre-line break-words text-muted">{words}</p>}
      {note && <p className="break-words text-muted">Answer: {note}</p>}
      {state === "open" && (
        <>
          {!isErased(email) && (
            <Button size="small" variant="outline" className="justify-self-start" onClick={() => onFind(email)}>
              Find This Person
            </Button>
          )}
          <Answer request={request} />
        </>
      )}
    </Card>
  );
}
