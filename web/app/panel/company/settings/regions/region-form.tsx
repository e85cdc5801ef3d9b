// The form of a region, and below it what becomes of one without branches and people.
import { object } from "valibot";
import { queries } from "~/api/queries";
import { TextField } from "~/forms/fields";
import { required } from "~/forms/rules";
import { Button } from "~/ui/button";
import { RecordForm, type RecordFormProps } from "../../../any-record/record-form";
import { useWrite } from "../../../any-record/write";
import { type Region, regions } from "./region";

const schema = object({ name: required(), code: required() });

const values = (region: Region | null) => ({ name: region?.name ?? "", code: region?.code ?? "" });

function useDeletion(region: Region, onGone: () => void) {
  const about = [regions.path, region.id];
  const again = useWrite({
    about,
    send: ({ name, code }: Region, key) => regions.create({ name, code }, key),
    done: ({ name }) => `${name} is back`,
    failed: "Failed to create region",
  });
  return useWrite({
    about,
    send: async (gone: Region, key) => {
      await regions.delete(gone, key);
      onGone(); // before all that is shown is asked again: what is gone would not be found
      queries.removeQueries({ queryKey: [regions.path, gone.id] });
      return gone;
    },
    done: ({ name }) => `${name} is deleted`,
    failed: "Failed to delete region",
    undo: (gone) => void again.write(gone),
  });
}

function Deletion({ region, onGone }: { region: Region; onGone: () => void }) {
  const { write, busy } = useDeletion(region, onGone);
  if (region.branches > 0) return null;
  return (
    <section aria-labelledby="deletion" className="mt-6 grid gap-3 rounded-control bg-sunk p-4">
      <h3 id="deletion" className="font-sans font-semibold text-base">
        This region has no branches
      </h3>
      <Button variant="outline" size="small" className="justify-self-start" busy={busy} onClick={() => write(region)}>
        Delete Region
      </Button>
    </section>
  );
}

export function RegionForm(props: RecordFormProps<Region>) {
  return (
    <>
      <RecordForm
        {...props}
        kind={regions}
        schema={schema}
        values={values}
        create={regions.create}
        noun="region"
        action="Create Region"
        takesBack
      >
        <TextField name="name" label="Name" autoComplete="off" maxLength={200} />
        <TextField name="code" label="Code" hint="Short, such as GL" autoComplete="off" maxLength={20} />
      </RecordForm>
      {props.record && <Deletion region={props.record} onGone={props.onDone} />}
    </>
  );
}
