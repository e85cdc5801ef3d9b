// Looks somebody up by address or number: what is known, a copy of it, and erasing it, which cannot be taken back.
import { useEffect, useState } from "react";
import { object, pipe, string, trim } from "valibot";
import { sentenceOf } from "~/api/error";
import { refreshPanel } from "~/api/queries";
import { TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { notifyError } from "~/ui/toast";
import { LinkedRecord } from "../../../list/linked-record";
import { saveFile } from "../../../list/save-file";
import { Lines } from "./lines";
import { copyOf, erase, lookUp, type Found as PersonFound, type RecordShown, useErasure, type Whom } from "./person";

const whom = object({ email: pipe(string(), trim()), phone: pipe(string(), trim()) });
const once = object({ confirm: required("Enter it once more") });

const given = ({ email, phone }: { email: string; phone: string }): Whom => ({
  ...(email && { email }),
  ...(phone && { phone }),
});

function Confirm({ about, onBegun }: { about: Whom; onBegun: (id: string) => void }) {
  const form = useFields({ schema: once, defaults: { confirm: "" } });
  return (
    <Form
      form={form}
      className="sm:grid-cols-2"
      send={async ({ confirm }) => {
        const { id } = await erase({ ...about, confirm });
        onBegun(id);
        void refreshPanel();
      }}
    >
      <TextField
        name="confirm"
        label={about.email ? "Email address once more" : "Number once more"}
        hint="Erasing cannot be taken back."
        className="sm:col-span-2"
      />
      <FormFault unexplained="Failed to start" />
      <SubmitButton sending="Starting..." variant="destructive" className="justify-self-start">
        Erase for Good
      </SubmitButton>
    </Form>
  );
}

function Receipt({ id }: { id: string }) {
  const { data } = useErasure(id);
  const done = data?.state === "done";
  useEffect(() => {
    if (done) void refreshPanel();
  }, [done]);
  if (!done)
    return (
      <p role="status">
        {data?.fault ?? "Erasing... This takes a minute or two; you can leave this screen meanwhile."}
      </p>
    );
  return (
    <div role="status" className="grid gap-3">
      <p className="font-semibold">Done. This is the receipt; it stands below, too.</p>
      <Lines lines={data.receipt} done />
    </div>
  );
}

const KINDS = ["lead", "client", "user"] as const;

/** Whose records they are: the user sees whether it is the right person. */
function Records({ label, records }: { label: string; records: RecordShown[] }) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {records.map(({ says, id, kind, name, email, removed }) => {
        const opens = !removed && KINDS.find((each) => each === kind);
        const called = name || email || "Without a name";
        return (
          <li key={`${says} ${id}`} className="break-words">
            {says}
            {removed && " (removed)"}: {opens ? <LinkedRecord kind={opens} id={id} title={called} /> : called}
            {name && email && `, ${email}`}
          </li>
        );
      })}
    </ul>
  );
}

function Found({ about, found }: { about: Whom; found: PersonFound }) {
  const [erasing, setErasing] = useState(false);
  const [begun, setBegun] = useState("");
  const [copying, setCopying] = useState(false);
  async function copy() {
    setCopying(true);
    try {
      saveFile(await copyOf(about), "personal-data.zip");
    } catch (error) {
      notifyError("Error", sentenceOf(error, "The copy could not be made. Please try again."));
    } finally {
      setCopying(false);
    }
  }
  if (begun) return <Receipt id={begun} />;
  if (found.lines.length === 0 && found.formerly.length === 0)
    return <p role="status">Nothing is known about this address or number.</p>;
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-3">
        {found.names.length > 0 && <p>Known as {found.names.join(", ")}.</p>}
        {found.names.length > 1 && (
          <p className="font-semibold">
            These are several names. If they are several people, look by an address or number that only one of them has.
          </p>
        )}
        <Records label="Records" records={found.records} />
        {found.formerly.length > 0 && (
          <>
            <p>
              These had it once, or are linked with a record that was given another name and address. They are left
              alone. If they are the same person's, look by their own address or number.
            </p>
            <Records label="Left alone" records={found.formerly} />
          </>
        )}
        <Lines lines={found.lines} />
        {found.openJobs > 0 && (
          <p className="font-semibold">
            {found.openJobs === 1 ? "One job is" : `${found.openJobs} jobs are`} still open: nobody will know where to
            go.
          </p>
        )}
        {found.inTheWay && <p className="font-semibold text-danger">{found.inTheWay}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={copying} onClick={() => void copy()}>
          {copying ? "Making the Copy..." : "Download a Copy"}
        </Button>
        {!erasing && !found.inTheWay && (
          <Button variant="outline" onClick={() => setErasing(true)}>
            Erase...
          </Button>
        )}
      </div>
      {erasing && <Confirm about={about} onBegun={setBegun} />}
    </div>
  );
}

/** `email` is whom somebody asked about. */
export function LookUp({ email }: { email: string }) {
  const form = useFields({ schema: whom, defaults: { email, phone: "" } });
  const [shown, setShown] = useState<{ about: Whom; found: PersonFound } | null>(null);
  return (
    <Card className="grid gap-4 p-4">
      <h2 className="font-sans font-semibold text-h4">Find a person</h2>
      <p className="text-muted">
        In every record, message, letter, picture and log. What is found can be given to the person, or erased.
      </p>
      <Form
        form={form}
        className="sm:grid-cols-2"
        send={async (typed) => {
          const about = given(typed);
          setShown({ about, found: await lookUp(about) });
          return false;
        }}
      >
        <TextField name="email" label="Email" type="email" optional />
        <TextField name="phone" label="Phone" type="tel" optional />
        <FormFault unexplained="Failed to look" />
        <SubmitButton sending="Looking..." className="justify-self-start">
          Find Person
        </SubmitButton>
      </Form>
      {shown && <Found key={JSON.stringify(shown)} {...shown} />}
    </Card>
  );
}
