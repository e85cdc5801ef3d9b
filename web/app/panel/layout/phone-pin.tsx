// A PIN for signing in on one's own phone, for those who go out, where System Preferences allow it: set, listed and ended.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { forgetPhonePin, notePhonePin } from "~/api/phone-pin";
import { PasswordField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { required, sixDigits } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { browserName } from "~/lib/browsers";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { notify } from "~/ui/toast";
import { tellFailure, useWrite } from "../records/write";

const PATH = "/api/auth/device-pins";

/** Nothing while nobody knows, and nothing for whoever is offered none: most people need not hear of it. */
export function PhonePin() {
  const { data, refetch } = useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)), staleTime: 0 });
  const [setting, setSetting] = useState(false);
  if (!data || !(data.offered || data.pins.length > 0)) return null;
  const isHere = data.pins.some(({ here }) => here);
  return (
    <section aria-labelledby="phone-pin" className="grid gap-3">
      <h3 id="phone-pin" tabIndex={-1} className="font-sans font-semibold text-h4">
        PIN on this phone
      </h3>
      <p className="text-muted">
        Six digits sign you in on your own phone for a week after you last used your password there. Logging out ends
        it.
      </p>
      {data.pins.length > 0 && (
        <ul aria-labelledby="phone-pin" className="grid divide-y divide-hairline">
          {data.pins.map((pin) => (
            <PinRow key={pin.id} pin={pin} onEnded={refetch} />
          ))}
        </ul>
      )}
      {setting ? (
        <PinForm
          onDone={async () => {
            setSetting(false);
            await refetch();
          }}
          onBack={() => setSetting(false)}
        />
      ) : (
        data.offered && (
          <Button variant="outline" className="justify-self-end" onClick={() => setSetting(true)}>
            {isHere ? "Change PIN" : "Set PIN"}
          </Button>
        )
      )}
    </section>
  );
}

function PinRow({ pin, onEnded }: { pin: Schemas["DevicePinRow"]; onEnded: () => Promise<unknown> }) {
  const clock = useClock();
  const name = browserName(pin.agent);
  const end = useWrite({
    about: [PATH],
    send: async (id: string, key) => {
      await api.delete("/api/auth/device-pins/{id}", { params: { path: { id } }, headers: keyed(key) });
      if (pin.here) forgetPhonePin();
      await onEnded();
    },
    done: () => "The PIN was ended",
    failed: "Failed to end the PIN",
  });
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name} {pin.here && <Badge>This phone</Badge>}
        </p>
        <p className="text-muted text-small">Works until {clock.moment(pin.until)}</p>
      </div>
      <Button
        variant="outline"
        size="small"
        aria-label={`End PIN on ${name}`}
        disabled={end.busy}
        onClick={() => end.write(pin.id)}
      >
        End
      </Button>
    </li>
  );
}

const schema = object({ present: required("Password is required"), pin: sixDigits() });

function PinForm({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const form = useFields({ schema, defaults: { present: "", pin: "" } });
  return (
    <Form
      form={form}
      className="sm:grid-cols-2"
      onFailed={(error) => tellFailure(error, "Failed to set your PIN")}
      send={async () => {
        await api.post("/api/auth/device-pin", { body: form.getValues() }); // as typed: nothing is trimmed off a password
        notePhonePin();
        notify("Success", "Your PIN signs you in on this phone");
        await onDone();
      }}
    >
      <PasswordField name="present" label="Your Password" autoComplete="current-password" autoFocus />
      <PasswordField name="pin" label="PIN" inputMode="numeric" autoComplete="off" maxLength={6} hint="Six digits." />
      <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
        <FormFault />
        <Button variant="quiet" onClick={onBack}>
          Cancel
        </Button>
        <SubmitButton sending="One moment...">Save PIN</SubmitButton>
      </div>
    </Form>
  );
}
