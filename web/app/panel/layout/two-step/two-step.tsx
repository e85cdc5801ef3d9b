// Two-step verification of one's own account: passkeys and an authenticator app are set up and removed, recovery codes are shown
// once, and the present password is asked for before anything changes.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { object } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { isLost } from "~/api/error";
import { queries } from "~/api/queries";
import { PasswordField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { AppSetup, codeSchema } from "~/forms/two-step/app-setup";
import { RecoveryCodes } from "~/forms/two-step/recovery-codes";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { tellFailure } from "../../any-record/write";
import { Unloaded } from "../../list/unloaded";
import { type Deed, MISSED_CODES, OTHERS, type Stage, tellDeclined } from "./deeds";
import { Standing } from "./standing";

const STANDING: Stage = { shows: "standing" };

export function TwoStep() {
  const { data, isError, refetch } = useQuery({
    queryKey: ["/api/auth/second-factor"],
    queryFn: () => bodyOf(api.get("/api/auth/second-factor")),
    staleTime: 0,
  });
  const [stage, setStage] = useState(STANDING);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What had the focus goes; the two that ask for something take it themselves. */
  function show(next: Stage) {
    setStage(next);
    if (next.shows === "standing" || next.shows === "codes") heading.current?.focus();
  }
  async function go(next: Stage) {
    await refetch();
    void queries.invalidateQueries({ queryKey: ["/api/auth/sessions"] }); // another factor ends the others
    show(next);
  }
  /** After a lost answer, what is so by now: recovery codes that nobody has seen are replaced. */
  async function fail(error: unknown, failed: string) {
    const now = isLost(error) ? (await refetch()).data : undefined;
    if (now?.on && !data?.on) await go({ shows: "password", before: MISSED_CODES });
    else tellFailure(error, failed);
  }
  const back = () => show(STANDING);
  return (
    <section aria-labelledby="two-step" className="grid gap-3">
      <h3 id="two-step" ref={heading} tabIndex={-1} className="font-sans font-semibold text-h4">
        Two-Step Verification
      </h3>
      {isError && <Unloaded retry={refetch}>It could not be loaded whether it is on.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-20" />}
      {data && stage.shows === "standing" && (
        <Standing standing={data} refetch={refetch} ask={(before) => setStage({ shows: "password", before })} />
      )}
      {stage.shows === "password" && (
        <PasswordAsked key={stage.before.button} before={stage.before} go={go} fail={fail} back={back} />
      )}
      {stage.shows === "app" && <App enrollment={stage.enrollment} go={go} fail={fail} back={back} />}
      {stage.shows === "codes" && <RecoveryCodes codes={stage.codes} onKept={back} />}
    </section>
  );
}

interface StepProps {
  go: (next: Stage) => Promise<void>;
  fail: (error: unknown, failed: string) => Promise<void>;
  back: () => void;
}

const passwordSchema = object({ present: required("Password is required") });

function PasswordAsked({ before: deed, go, fail, back }: StepProps & { before: Deed }) {
  const form = useFields({ schema: passwordSchema, defaults: { present: "" } });
  return (
    <Form
      form={form}
      onFailed={(error) => tellDeclined(error) || void fail(error, deed.failed)}
      send={async () => go((await deed.send(form.getValues().present)) ?? STANDING)} // as typed: nothing is trimmed off a password
    >
      {deed.about && <p>{deed.about}</p>}
      <PasswordField name="present" label="Current Password" autoComplete="current-password" autoFocus />
      <Foot button={deed.button} back={back} />
    </Form>
  );
}

function Foot({ button, back }: { button: string; back: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <FormFault />
      <Button variant="quiet" onClick={back}>
        Cancel
      </Button>
      <SubmitButton sending="One moment...">{button}</SubmitButton>
    </div>
  );
}

function App({ enrollment, go, fail, back }: StepProps & { enrollment: Schemas["Enrollment"] }) {
  const form = useFields({ schema: codeSchema, defaults: { code: "" } });
  return (
    <Form
      form={form}
      onFailed={(error) => void fail(error, "Failed to turn it on")}
      send={async (body) => {
        const { codes } = await bodyOf(api.post("/api/auth/second-factor/app/confirm", { body }));
        if (codes.length > 0) notify("Two-step verification is on", OTHERS);
        else notify("The app is set up", OTHERS);
        await go(codes.length > 0 ? { shows: "codes", codes } : STANDING);
      }}
    >
      <AppSetup enrollment={enrollment} />
      <Foot button="Turn On" back={back} />
    </Form>
  );
}
