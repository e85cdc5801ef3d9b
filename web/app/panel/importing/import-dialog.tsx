// The steps of an import: a file, its columns, its rows, then the work of the server and what came of it. A user who leaves comes back
// to the step at which it stands.
import { useState } from "react";
import { Dialog } from "~/ui/dialog";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import { Unloaded } from "../list/unloaded";
import { ChooseStep } from "./choose-step";
import { DoneStep } from "./done-step";
import {
  type Import,
  type ImportDialogProps,
  isWorked,
  NOUNS,
  type ShownImport,
  useImport,
  useImports,
} from "./import";
import { MatchStep } from "./match-step";
import { ReviewStep } from "./review-step";
import { WorkStep } from "./work-step";

const STEPS = ["Choose a file", "Match columns", "Review rows", "Import"] as const;

/** At which of the steps an import stands. */
function stepOf(own: Import | undefined): number {
  if (!own) return 0;
  if (own.state === "matching" || own.state === "reading") return 1;
  return own.state === "checking" || own.state === "review" ? 2 : 3;
}

function Steps({ at }: { at: number }) {
  return (
    <ol className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-small" aria-label="Steps">
      {STEPS.map((name, place) => (
        <li
          key={name}
          aria-current={place === at ? "step" : undefined}
          className={place === at ? "font-semibold" : "text-muted max-sm:sr-only"}
        >
          {place + 1}. {name}
        </li>
      ))}
    </ol>
  );
}

interface OpenedProps extends Pick<ImportDialogProps, "show" | "close"> {
  id: string;
  /** The file, where it was chosen since the page was loaded. */
  file: Blob | undefined;
  open: (id: string, file: Blob) => void;
  again: () => void;
}

function Step({ own, file, open, again, show, close }: Omit<OpenedProps, "id"> & { own: ShownImport }) {
  if (isWorked(own)) return <WorkStep own={own} />;
  switch (own.state) {
    case "matching":
      return <MatchStep key={own.id} own={own} file={file} open={open} again={again} />;
    case "review":
      return <ReviewStep own={own} file={file} open={open} again={again} />;
    default:
      return <DoneStep own={own} again={again} show={show} close={close} />;
  }
}

function Opened({ id, ...rest }: OpenedProps) {
  const { data: own, isError, refetch } = useImport(id);
  if (isError && !own) return <Unloaded retry={refetch}>The import could not be loaded.</Unloaded>;
  return (
    <>
      <Steps at={stepOf(own)} />
      {own ? <Step own={own} {...rest} /> : <Loading />}
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading...">
      <Skeleton className="h-64" />
    </SkeletonGroup>
  );
}

/** What was begun and is not over yet is gone on with. */
const isOpen = (own: Import) => isWorked(own) || own.state === "matching" || own.state === "review";

function Content({ kind, show, close }: Omit<ImportDialogProps, "open">) {
  const imports = useImports(kind);
  const [chosen, setChosen] = useState<string | null>();
  const [file, setFile] = useState<Blob>();
  const begin = (own: string | null, from?: Blob) => {
    setChosen(own);
    setFile(from);
  };
  if (imports.isError) return <Unloaded retry={imports.refetch}>Your imports could not be loaded.</Unloaded>;
  if (!imports.data) return <Loading />;
  const id = chosen === undefined ? imports.data.find(isOpen)?.id : chosen;
  if (id) return <Opened id={id} file={file} open={begin} again={() => begin(null)} show={show} close={close} />;
  return (
    <>
      <Steps at={0} />
      <ChooseStep kind={kind} earlier={imports.data.filter((own) => !isOpen(own))} open={begin} />
    </>
  );
}

export default function ImportDialog({ open, ...props }: ImportDialogProps) {
  const [, several] = NOUNS[props.kind];
  return (
    <Dialog open={open} onOpenChange={props.close} shape="page" title={`Import ${several}`}>
      {open && <Content {...props} />}
    </Dialog>
  );
}
