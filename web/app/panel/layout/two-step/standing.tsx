// How one's two-step verification stands: what signs in beside the password, and what can be added and removed.
import { useState } from "react";
import { object } from "valibot";
import { api, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { takesPasskeys } from "~/lib/passkeys";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../../any-record/kept-fields";
import { tellFailure } from "../../any-record/write";
import { ADD_PASSKEY, type Deed, NEW_CODES, removeApp, removePasskey, SET_UP_APP, TURN_OFF } from "./deeds";

interface StandingProps {
  standing: Schemas["OwnSecondFactor"];
  ask: (before: Deed) => void;
  refetch: () => Promise<unknown>;
}

export function Standing({ standing, ask, refetch }: StandingProps) {
  const { on, app, passkeys } = standing;
  const last = passkeys.length + Number(app) === 1;
  return (
    <>
      {on ? (
        <CodesLeft left={standing.recoveryCodesLeft} />
      ) : (
        <p className="text-muted">
          Off. With it, signing in asks for a passkey or a code of an app on your phone too, so that a stolen password
          alone opens nothing.
        </p>
      )}
      {on && (
        <ul aria-labelledby="two-step" className="grid divide-y divide-hairline">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              refetch={refetch}
              onRemove={() => ask(removePasskey(passkey, last))}
            />
          ))}
          {app && (
            <li className="flex items-center justify-between gap-3 py-3">
              <p className="font-semibold">Authenticator app</p>
              <Button
                variant="outline"
                size="small"
                aria-label="Remove authenticator app"
                onClick={() => ask(removeApp(last))}
              >
                Remove
              </Button>
            </li>
          )}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {on && (
          <>
            <Button variant="outline" onClick={() => ask(TURN_OFF)}>
              Turn Off
            </Button>
            <Button variant="outline" onClick={() => ask(NEW_CODES)}>
              New Recovery Codes
            </Button>
          </>
        )}
        {!app && (
          <Button variant="outline" onClick={() => ask(SET_UP_APP)}>
            Set Up an App
          </Button>
        )}
        {takesPasskeys() && (
          <Button variant="outline" onClick={() => ask(ADD_PASSKEY)}>
            Add a Passkey
          </Button>
        )}
      </div>
    </>
  );
}

function CodesLeft({ left }: { left: number }) {
  const words = left === 1 ? "1 recovery code is left" : `${left} recovery codes are left`;
  return (
    <p className={left > 2 ? "text-muted" : "font-semibold"}>
      On. {words}
      {left > 2 ? "." : ": make new ones."}
    </p>
  );
}

interface PasskeyRowProps {
  passkey: Schemas["OwnPasskey"];
  onRemove: () => void;
  refetch: () => Promise<unknown>;
}

function PasskeyRow({ passkey, onRemove, refetch }: PasskeyRowProps) {
  const clock = useClock();
  const [renames, setRenames] = useState(false);
  const { name, createdAt, usedAt } = passkey;
  if (renames) return <Rename passkey={passkey} refetch={refetch} onDone={() => setRenames(false)} />;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-muted text-small">
          Passkey, {usedAt ? `last used ${clock.moment(usedAt)}` : `added ${clock.moment(createdAt)}, not used yet`}
        </p>
      </div>
      <div className="flex gap-3">
        <Button variant="outline" size="small" aria-label={`Rename ${name}`} onClick={() => setRenames(true)}>
          Rename
        </Button>
        <Button variant="outline" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

const nameSchema = object({ name: required() });

interface RenameProps {
  passkey: Schemas["OwnPasskey"];
  onDone: () => void;
  refetch: () => Promise<unknown>;
}

function Rename({ passkey: { id, name }, onDone, refetch }: RenameProps) {
  const { form } = useKeptFields(`passkey ${id}`, { schema: nameSchema, defaults: { name } });
  return (
    <li className="py-3">
      <Form
        form={form}
        onFailed={(error) => tellFailure(error, "Failed to rename the passkey")}
        send={async (body, key) => {
          const call = { params: { path: { id } }, body, headers: keyed(key) };
          await api.patch("/api/auth/second-factor/passkeys/{id}", call);
          await refetch();
          notify("Success", "The passkey was renamed");
        }}
        since={SINCE}
        onSent={onDone}
      >
        <TextField name="name" label="Name of the Passkey" maxLength={60} autoFocus />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <FormFault />
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
          <SubmitButton variant="outline" sending="Saving...">
            Save
          </SubmitButton>
        </div>
      </Form>
    </li>
  );
}
