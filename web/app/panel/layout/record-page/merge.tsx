// Two leads or two clients that are one person become one record: who stays, who goes, what is taken over and what moves, before
// anything is done; and a way back.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { ApiError, isConflict, isGone, sentenceOf } from "~/api/error";
import { refreshPanel } from "~/api/queries";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { useDue } from "../../any-record/next-step";
import { RecordPicker } from "../../any-record/picker";
import { fieldName, Shown } from "../../any-record/shown";
import { useWrite } from "../../any-record/write";
import { useReferred } from "../../list/list";
import { useStays } from "../../list/record-body";
import { Unloaded } from "../../list/unloaded";
import { clients } from "../../records/clients/client";
import { leads } from "../../records/leads/lead";
import { type Merging, merge, type PageKind, type Person, undoMerge, useMergePreview } from "./thread";

const FAILED = "Failed to merge them";
const GONE = "is not there any more: it was removed or merged, or moved out of your reach.";

const KINDS = { lead: leads, client: clients };

/** What moves, one and several. */
const MOVES: Record<string, [one: string, several: string]> = {
  requests: ["quote request", "quote requests"],
  messages: ["message", "messages"],
  clients: ["client", "clients"],
  workOrders: ["work order", "work orders"],
  tickets: ["ticket", "tickets"],
  leads: ["lead", "leads"],
  warranties: ["warranty", "warranties"],
  properties: ["property", "properties"],
  activities: ["call or note", "calls and notes"],
  nextSteps: ["next step", "next steps"],
  visits: ["visit", "visits"],
};

const movesOf = (moves: Record<string, number>): string[] =>
  Object.entries(moves).map(([sort, count]) => {
    const [one, several] = MOVES[sort] ?? [sort, sort];
    return `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
  });

/** A record has one open next step: which of the two stays due, and that the other can still be read. */
function TwoSteps({ due, setAside }: Schemas["TwoNextSteps"]) {
  const [stays, goes] = [useDue(due), useDue(setAside)];
  return (
    <p>
      <span className="font-semibold">Both have a next step: </span>
      {`"${due.words}" (${stays.text}) stays open. "${setAside.words}" (${goes.text}) becomes a note in the timeline.`}
    </p>
  );
}

/** What merging would do, once all of it is known; asks again where it could not be loaded, and says which of the two is gone. */
function useSeen(kind: PageKind, kept: Person, goneId: string) {
  const preview = useMergePreview(kind, kept.id, goneId);
  const gone = useReferred<Person>(KINDS[kind], goneId);
  const { refetch, isSuccess, isFetching } = gone;
  const lacksOne = isGone(preview.error);
  // The preview does not say which one: what is known of the one that goes may be older.
  useLayoutEffect(() => void (lacksOne && refetch()), [lacksOne, refetch]);
  const failed = [preview, gone].filter(({ isError }) => isError);
  const seen = failed.length === 0 && gone.data ? (preview.data ?? null) : null;
  const lost = isGone(gone.error)
    ? `${gone.data?.name ?? `The ${kind} that goes`} ${GONE} Choose another one, or cancel.`
    : lacksOne && isSuccess && !isFetching && `${kept.name} ${GONE} Nothing can be merged into it.`;
  return { seen, failed, lost };
}

/** What both have and what becomes of it, a row for each field. */
function SideBySide({ fields }: { fields: Record<string, Schemas["FieldOfTwo"]> }) {
  return Object.entries(fields).map(([field, { stays, goes, becomes }]) => (
    <tr key={field} className="border-hairline border-b align-top">
      <th scope="row" className="break-words p-1.5 font-normal text-muted">
        {fieldName(field)}
      </th>
      <td className="whitespace-pre-line break-words p-1.5">
        <Shown field={field} value={becomes} />
        {becomes !== stays && <span className="block text-success text-tiny">Taken over</span>}
      </td>
      <td className="whitespace-pre-line break-words p-1.5 text-muted">
        <Shown field={field} value={goes} />
      </td>
    </tr>
  ));
}

interface PreviewProps {
  kind: PageKind;
  preview: Schemas["MergePreview"];
}

function Preview({ kind, preview }: PreviewProps) {
  const moves = movesOf(preview.moves);
  const { fields, beside } = preview;
  return (
    <div className="grid gap-4 text-small">
      <table className="w-full table-fixed border-collapse text-left align-top">
        <caption className="sr-only">The two, side by side</caption>
        <thead>
          <tr className="border-hairline border-b">
            <td className="w-20 p-1.5" />
            <th scope="col" className="p-1.5">
              Stays
            </th>
            <th scope="col" className="p-1.5 text-muted">
              Goes
            </th>
          </tr>
        </thead>
        <tbody>
          <SideBySide fields={fields} />
        </tbody>
        {beside && Object.keys(beside).length > 0 && (
          <tbody>
            {kind === "client" && (
              <tr className="border-hairline border-b">
                <th scope="rowgroup" colSpan={3} className="p-1.5 pt-4">
                  The building at their address
                </th>
              </tr>
            )}
            <SideBySide fields={beside} />
          </tbody>
        )}
      </table>
      <p>
        <span className="font-semibold">Moves: </span>
        {moves.length > 0 ? new Intl.ListFormat("en-US").format(moves) : "nothing"}.
        {beside === null && " The other address stays as a property, with what is noted about it."}
        {preview.notesApart &&
          " The notes are too long to be joined: those of the one that goes become a note in the timeline."}
      </p>
      {preview.nextSteps && <TwoSteps {...preview.nextSteps} />}
    </div>
  );
}

const schema = object({ goneId: required() });

interface MergeFormProps {
  kind: PageKind;
  kept: Person;
  /** Who goes, where that is known already. */
  goneId: string;
  /** Why these two were not merged a moment ago. */
  refused: string;
  onMerge: (merging: Merging) => void;
}

function MergeForm({ kind, kept, goneId, refused, onMerge }: MergeFormProps) {
  const form = useFields({ schema, defaults: { goneId } });
  const chosen = useWatch({ control: form.control, name: "goneId" });
  const { seen, failed, lost } = useSeen(kind, kept, chosen);
  const why = useId();
  return (
    <Form form={form} send={async (body) => seen !== null && onMerge({ ...body, seal: seen.seal })}>
      <RecordPicker<Person>
        name="goneId"
        label={`The ${kind} that goes`}
        kind={KINDS[kind]}
        within={{ branchId: kept.branchId }}
        title={({ name, email }) => `${name} (${email})`}
      />
      {refused && chosen === goneId && (
        <p role="alert" className="font-semibold text-danger text-small">
          {refused}
        </p>
      )}
      {seen && <Preview kind={kind} preview={seen} />}
      {chosen && !seen && (
        <div id={why} className="text-small">
          {lost ? (
            <p role="alert" className="font-semibold text-danger">
              {lost}
            </p>
          ) : failed.length > 0 ? (
            <Unloaded retry={() => failed.forEach(({ refetch }) => void refetch())}>
              {sentenceOf(failed[0]?.error, "What merging would do could not be loaded.")} Nothing can be merged until
              you see it.
            </Unloaded>
          ) : (
            <p className="text-muted">Loading what merging would do. You can merge once you see it.</p>
          )}
        </div>
      )}
      <FormFault />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <SubmitButton disabled={chosen !== "" && !seen} aria-describedby={chosen && !seen ? why : undefined}>
          Merge
        </SubmitButton>
      </div>
    </Form>
  );
}

interface MergeDialogProps extends Pick<MergeFormProps, "kind" | "kept"> {
  /** Null while the dialog is closed, and empty where somebody is still to be chosen. */
  goneId: string | null;
  onOpen: (goneId: string) => void;
  onClose: () => void;
}

/** The sentence of a server that found one of the two no more does not say so. */
function saidGone(error: unknown): never {
  throw isGone(error) ? new ApiError(404, JSON.stringify({ error: `One of the two ${GONE}` }), "") : error;
}

/** It closes before it merges, so that nothing in it asks for who has gone. Where the two are others than the preview showed, or one is
 * gone, it is there again, with the preview as it is now. */
export function MergeDialog({ kind, kept, goneId, onOpen, onClose }: MergeDialogProps) {
  const about = ["merge", kept.id];
  const [refused, setRefused] = useState("");
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const back = useWrite({ about, send: undoMerge, done: () => "Parted again", failed: "Failed to part them again" });
  const { write, busy } = useWrite({
    about,
    send: (merging: Merging, key) => merge(kind, kept.id, merging, key).catch(saidGone),
    done: () => "Merged into one",
    failed: FAILED,
    meets: (error, merging) => {
      if (!((isConflict(error) || isGone(error)) && isHere.current)) return false;
      if (isConflict(error)) setRefused(sentenceOf(error, FAILED));
      onOpen(merging.goneId);
      void refreshPanel();
      return true;
    },
    undo: (_sent, { mergeId }) => void back.write(mergeId),
  });
  useStays(goneId !== null || busy);
  function close() {
    setRefused("");
    onClose();
  }
  function mergeWith(merging: Merging) {
    close();
    void write(merging);
  }
  return (
    <Dialog
      open={goneId !== null}
      onOpenChange={close}
      shape="large"
      title={kind === "lead" ? "Merge Leads" : "Merge Clients"}
      description={`Everything of the other ${kind} moves to ${kept.name}.`}
    >
      {goneId !== null && <MergeForm kind={kind} kept={kept} goneId={goneId} refused={refused} onMerge={mergeWith} />}
    </Dialog>
  );
}
