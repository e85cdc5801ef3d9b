// Opens the import of a kind of record, whose code is loaded then.
import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { Tooltip } from "~/ui/tooltip";
import type { ImportDialogProps, ImportKind } from "./import";
import { useImportFilter } from "./of-import";

const ImportDialog = lazyOnDemand<ImportDialogProps>(() => import("./import-dialog"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ close }) => close(),
});

export function ImportButton({ kind }: { kind: ImportKind }) {
  const [, show] = useImportFilter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip text="Import">
        <Button
          variant="outline"
          size="icon"
          className="size-10"
          aria-label={`Import ${kind}`}
          onClick={() => setOpen(true)}
        >
          <Upload aria-hidden />
        </Button>
      </Tooltip>
      <ImportDialog kind={kind} open={open} close={() => setOpen(false)} show={show} />
    </>
  );
}
