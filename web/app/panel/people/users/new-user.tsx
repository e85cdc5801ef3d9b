// Somebody new: invited, so that they choose a password themselves, or with a password that is chosen for them.
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { check, forward, type InferOutput, object, pipe, string } from "valibot";
import { EmailField, PasswordField, SelectField, TextField } from "~/forms/fields";
import { emailAddress, optional } from "~/forms/rules";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { RecordForm } from "../../any-record/record-form";
import { LinkMaker } from "./passed-on-link";
import { PlaceField } from "./place-field";
import { addPerson, chosenRole, type Grants, NO_ROLE, type Person, rolesFor, users, useSendsMail } from "./user";

const CHOSEN = "password";

const schema = pipe(
  object({
    email: emailAddress(),
    firstName: optional(),
    lastName: optional(),
    role: chosenRole(),
    branchId: optional(),
    regionId: optional(),
    entry: string(),
    password: string(),
  }),
  forward(
    check(({ entry, password }) => entry !== CHOSEN || password.length >= 8, "Password must be at least 8 characters"),
    ["password"],
  ),
);

const EMPTY = {
  email: "",
  firstName: "",
  lastName: "",
  role: NO_ROLE,
  branchId: "",
  regionId: "",
  entry: "invitation",
  password: "",
};

/** How somebody got in is not changed afterwards: what was typed since is saved without it. */
const newUsers = {
  ...users,
  update: (person: Person, { entry, password, ...own }: Partial<InferOutput<typeof schema>>, key: string) =>
    users.update(person, own, key),
};

const add = ({ entry, password, ...person }: InferOutput<typeof schema>, key: string): Promise<Person> =>
  addPerson(entry === CHOSEN ? { ...person, password } : person, key);

function EntryFields() {
  const entry: string = useWatch({ name: "entry" });
  const sendsMail = useSendsMail();
  return (
    <>
      <SelectField
        name="entry"
        label="How they get in"
        options={[
          { value: "invitation", label: sendsMail === false ? "By a link that you pass on" : "By an invitation email" },
          { value: CHOSEN, label: "With a password that you choose" },
        ]}
      />
      {entry === CHOSEN && (
        <PasswordField name="password" label="Password" autoComplete="new-password" hint="At least 8 characters." />
      )}
    </>
  );
}

interface NewUserProps {
  grants: Grants;
  onDone: () => void;
}

/** After an invitation that no letter takes along, its link is what is next. */
export function NewUser({ grants, onDone }: NewUserProps) {
  const [invited, setInvited] = useState<Person | null>(null);
  const sendsMail = useSendsMail();
  if (invited) return <Invited person={invited} />;
  return (
    <RecordForm
      onDone={(made?: Person) => (made?.invitedUntil && !sendsMail ? setInvited(made) : onDone())}
      kind={newUsers}
      schema={schema}
      values={() => EMPTY}
      create={add}
      noun="user"
      made={(person) => (person.invitedUntil ? `${person.email} is invited` : "User created successfully")}
      action="Add User"
    >
      <EmailField autoComplete="off" className="sm:col-span-2" />
      <TextField name="firstName" label="First Name" autoComplete="off" maxLength={200} optional />
      <TextField name="lastName" label="Last Name" autoComplete="off" maxLength={200} optional />
      <SelectField name="role" label="Role" options={rolesFor(grants)} />
      <PlaceField />
      <EntryFields />
    </RecordForm>
  );
}

function Invited({ person }: { person: Person }) {
  return (
    <div className="grid gap-4">
      <p>
        <strong className="break-all">{person.email}</strong> is invited. No mail is sent from here yet, so pass the
        link on yourself.
      </p>
      <LinkMaker person={person.id}>Show Link</LinkMaker>
      <DialogClose>
        <Button className="justify-self-end">Done</Button>
      </DialogClose>
    </div>
  );
}
