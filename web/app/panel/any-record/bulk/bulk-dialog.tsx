// Changes many records at once: what to set, then row by row what that would do and what stands in its way, and only then the change,
// which can be stopped on its way and taken back afterwards.
import { Dialog } from "~/ui/dialog";
import { type BulkRow, counted } from "./bulk-kind";
import { useBulkRun } from "./bulk-run";
import { type Meant, useOptions, useTold } from "./choices";
import { ChooseStep } from "./choose-step";
import { LostStep, ProgressStep, SeenStep } from "./steps";
import { takeBack } from "./undo";

interface BulkDialogProps<Row extends BulkRow> extends Omit<Meant<Row>, "field"> {
  /** What is to be changed; null while nothing is. */
  field: string | null;
  label: string;
  /** All that are meant, as they are now. */
  rows: () => Promise<readonly Row[]>;
  onClose: () => void;
  onDone: () => void;
}

function Content<Row extends BulkRow>(props: BulkDialogProps<Row> & { field: string }) {
  const { kind, field, number, rows, onClose, onDone } = props;
  const options = useOptions(props);
  const told = useTold(field, options);
  const onEnd = () => {
    onDone();
    onClose();
  };
  const { step, check, write, stop, choose } = useBulkRun({ kind, number, rows, onEnd });
  switch (step.name) {
    case "choose":
      return <ChooseStep {...props} options={options} onChosen={(change) => void check(change)} />;
    case "checking":
      return <ProgressStep doing="Checking" nouns={kind.nouns} progress={step.progress} onStop={onClose} />;
    case "writing":
      return <ProgressStep doing="Changing" nouns={kind.nouns} progress={step.progress} onStop={stop} />;
    case "seen":
      return (
        <SeenStep
          kind={kind}
          found={step.found}
          told={(row) => `${told(Reflect.get(row, field))} → ${told(step.change[field])}`}
          onBack={choose}
          onWrite={(meant) => void write(step.change, meant)}
        />
      );
    case "lost":
      return (
        <LostStep
          lost={step.lost}
          onUndo={() => {
            void takeBack(kind, step.lost.begun.changed, step.change);
            onEnd();
          }}
          onAgain={() => void write(step.change, step.lost.rest, step.lost.begun)}
        />
      );
  }
}

export default function BulkDialog<Row extends BulkRow>(props: BulkDialogProps<Row>) {
  const { kind, field, label, number, onClose } = props;
  return (
    <Dialog
      open={field !== null}
      onOpenChange={onClose}
      shape="large"
      title={`${label}: ${counted(number, kind.nouns)}`}
    >
      {field !== null && <Content key={field} {...props} field={field} />}
    </Dialog>
  );
}
