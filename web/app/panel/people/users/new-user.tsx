// Somebody new: invited, so that they choose a password themselves, or with a password that is chosen for them.
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { check, forward, type InferOutput, object, pipe, string } from "valibot";
import { ApiError, isGone } from "~/api/error";
import { EmailField, PasswordField, SelectField, TextField } from "~/forms/fields";
import { emailAddress, optional } from "~/forms/rules";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { RecordForm } from "../../any-record/record-form";
import { changesOf, isEmpty } from "../../any-record/same";
import { LinkMaker } from "./passed-on-link";
import { PlaceField } from "./place-field";
import {
  addPerson,
  chosenRole,
  type Grants,
  NO_ROLE,
  type Person,
  rolesFor,
  users,
  useSendsMail,
  withdraw,
} from "./user";

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

type Typed = InferOutput<typeof schema>;

/** What no edit of an account changes: what it was made with. */
const madeWith = ({ email, entry, password }: Typed) => ({
  email,
  entry,
  password: entry === CHOSEN ? password : "",
});

/** Says under its field what an account keeps. */
function refuse(apart: Partial<Typed>, { email, invitedUntil }: Person): never {
  const error = invitedUntil
    ? `${email} is invited already. Withdraw the invitation, and add them with a password.`
    : `The account of ${email} keeps the password that you typed first. Close this, and make a link on the user's page.`;
  const fields =
    "email" in apart ? { email: `The account was made with ${email}. Deactivate it, and add this one.` } : {};
  throw new ApiError(400, JSON.stringify({ error, fields }), "");
}

/** Makes an account. Where its address was changed since, another one is invited, and then the first invitation is withdrawn. */
function useNewUsers() {
  const first = useRef<Typed>(null);
  async function create(typed: Typed, key: string): Promise<Person> {
    const { entry, password, ...person } = typed;
    const made = await addPerson(entry === CHOSEN ? { ...person, password } : person, key);
    first.current = typed;
    return made;
  }
  async function update(person: Person, changes: Partial<Typed>, key: string): Promise<Person> {
    const { email, entry, password, ...own } = changes;
    if (!first.current) return users.update(person, own, key);
    const typed = { ...first.current, ...changes };
    const apart = changesOf(madeWith(first.current), madeWith(typed));
    if (isEmpty(apart)) return users.update(person, own, key);
    if (!person.invitedUntil || !("email" in apart) || typed.entry === CHOSEN) refuse(apart, person);
    const made = await create(typed, key);
    await withdraw(person.id, `again-${person.id}`).catch((error) => {
      if (!isGone(error)) throw error;
    });
    return made;
  }
  return { create, kind: { ...users, update } };
}

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
  const { create, kind } = useNewUsers();
  if (invited) return <Invited person={invited} />;
  return (
    <RecordForm
      onDone={(made?: Person) => (made?.invitedUntil && !sendsMail ? setInvited(made) : onDone())}
      kind={kind}
      schema={schema}
      values={() => EMPTY}
      create={create}
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
