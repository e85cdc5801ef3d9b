// While the server is at work: how far it is, and a way out. Nobody needs to stay.
import { useEffect, useRef } from "react";
import { refreshPanel } from "~/api/queries";
import { Button } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { useWrite } from "../any-record/write";
import { cancel, DOING, type Import } from "./import";

const STOPPABLE = ["checking", "creating", "filling"];

export function WorkStep({ own }: { own: Import & { state: keyof typeof DOING } }) {
  const stopping = useWrite({ send: (_: object, key) => cancel(own.id, key), failed: "Failed to cancel the import" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // What is at work here shows in lists once it is over.
  useEffect(() => () => void refreshPanel(), []);
  const words = DOING[own.state];
  return (
    <section className="grid gap-4 py-6">
      <h3 ref={heading} tabIndex={-1} className="font-sans font-semibold text-h4">
        {words}
      </h3>
      <ProgressBar label={words} value={own.done} max={own.total} />
      <p role="status" className="text-muted tabular-nums">
        {own.done.toLocaleString("en-US")} of {own.total.toLocaleString("en-US")}
      </p>
      <p className="max-w-measure text-muted">
        You can close this and go on with your work: it continues by itself, also when you log out.
        {own.state === "creating" && " Nobody sees the records before all of them are there."}
      </p>
      {STOPPABLE.includes(own.state) && (
        <Button
          variant="outline"
          className="justify-self-start"
          busy={stopping.busy}
          onClick={() => void stopping.write({})}
        >
          Cancel
        </Button>
      )}
    </section>
  );
}
