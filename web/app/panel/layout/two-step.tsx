// Two-step verification of one's own account: an app is set up by its first code, recovery codes are told once, and the
// present password is asked for before anything changes.
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { object } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { PasswordField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { Unloaded } from "../list/unloaded";
import { tellFailure } from "../records/write";
import { copyText } from "../shell/copy";

type Enrollment = Schemas["Enrollment"];

/** What the section shows: how things stand, the question for the password, the app to set up, or the codes to keep. */
type Stage =
  | { shows: "standing" }
  | { shows: "password"; before: keyof typeof DEEDS }
  | { shows: "app"; enrollment: Enrollment }
  | { shows: "codes"; codes: string[] };

const STANDING: Stage = { shows: "standing" };

const DEEDS = {
  app: {
    button: "Continue",
    failed: "Failed to set up the app",
    send: async (present: string): Promise<Stage> => ({
      shows: "app",
      enrollment: await bodyOf(api.post("/api/auth/second-factor/app", { body: { present } })),
    }),
  },
  codes: {
    button: "Make New Codes",
    failed: "Failed to make new codes",
    send: async (present: string): Promise<Stage> => ({
      shows: "codes",
      ...(await bodyOf(api.post("/api/auth/second-factor/recovery-codes", { body: { present } }))),
    }),
  },
  off: {
    button: "Turn Off",
    failed: "Failed to turn it off",
    send: async (present: string): Promise<Stage> => {
      await api.post("/api/auth/second-factor/off", { body: { present } });
      notify("Two-step verification is off");
      return STANDING;
    },
  },
};

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
    show(next);
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
        <Standing standing={data} ask={(before) => setStage({ shows: "password", before })} />
      )}
      {stage.shows === "password" && <PasswordAsked before={stage.before} go={go} back={back} />}
      {stage.shows === "app" && <App enrollment={stage.enrollment} go={go} back={back} />}
      {stage.shows === "codes" && <Codes codes={stage.codes} back={back} />}
    </section>
  );
}

interface StandingProps {
  standing: Schemas["SecondFactor"];
  ask: (before: keyof typeof DEEDS) => void;
}

function Standing({ standing: { on, recoveryCodesLeft }, ask }: StandingProps) {
  if (!on)
    return (
      <>
        <p className="text-muted">
          Off. With it, signing in asks for a code of an app on your phone too, so that a stolen password alone opens
          nothing.
        </p>
        <Button variant="outline" className="justify-self-end" onClick={() => ask("app")}>
          Set Up
        </Button>
      </>
    );
  return (
    <>
      <p className={recoveryCodesLeft > 2 ? "text-muted" : "font-semibold"}>
        On.{" "}
        {recoveryCodesLeft === 1
          ? "1 recovery code is left: make new ones."
          : `${recoveryCodesLeft} recovery codes are left${recoveryCodesLeft > 2 ? "." : ": make new ones."}`}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => ask("off")}>
          Turn Off
        </Button>
        <Button variant="outline" onClick={() => ask("codes")}>
          New Recovery Codes
        </Button>
      </div>
    </>
  );
}

interface StepProps {
  go: (next: Stage) => Promise<void>;
  back: () => void;
}

const passwordSchema = object({ present: required("Password is required") });

function PasswordAsked({ before, go, back }: StepProps & { before: keyof typeof DEEDS }) {
  const deed = DEEDS[before];
  const form = useFields({ schema: passwordSchema, defaults: { present: "" } });
  return (
    <Form
      form={form}
      onFailed={(error) => tellFailure(error, deed.failed)}
      send={async () => go(await deed.send(form.getValues().present))} // as typed: nothing is trimmed off a password
    >
      <PasswordField name="present" label="Current Password" autoComplete="current-password" autoFocus />
      <Foot button={deed.button} back={back} />
    </Form>
  );
}

function Foot({ button, back }: { button: string; back: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <FormFault noticed="why" />
      <Button variant="quiet" onClick={back}>
        Cancel
      </Button>
      <SubmitButton sending="One moment...">{button}</SubmitButton>
    </div>
  );
}

const codeSchema = object({ code: required("Enter the code") });

function App({ enrollment, go, back }: StepProps & { enrollment: Enrollment }) {
  const form = useFields({ schema: codeSchema, defaults: { code: "" } });
  return (
    <Form
      form={form}
      onFailed={(error) => tellFailure(error, "Failed to turn it on")}
      send={async (body) => {
        const { codes } = await bodyOf(api.post("/api/auth/second-factor/app/confirm", { body }));
        notify("Two-step verification is on", "Your other devices were logged out");
        await go({ shows: "codes", codes });
      }}
    >
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          Scan this with an authenticator app, or{" "}
          <a href={enrollment.address} className="text-link underline underline-offset-4">
            open it on this phone
          </a>
          .
          <Dots rows={enrollment.dots} />
          <Key>
            No camera? Type this key into the app: <Secret>{enrollment.secret}</Secret>
          </Key>
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} autoFocus />
      <Foot button="Turn On" back={back} />
    </Form>
  );
}

const Key = ({ children }: { children: ReactNode }) => <p className="text-muted text-small">{children}</p>;

/** In groups of four, which are easier to type; copied, it is one word. */
const Secret = ({ children }: { children: string }) => (
  <code className="break-words font-semibold text-ink">{children.match(/.{1,4}/g)?.join(" ")}</code>
);

/** Black on white in both themes: cameras look for that. */
function Dots({ rows }: { rows: string[] }) {
  const path = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label="A square of dots to scan with an authenticator app"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="my-2 size-48 rounded-control bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function Codes({ codes, back }: { codes: string[]; back: () => void }) {
  return (
    <div role="status" className="grid gap-3">
      <p>
        <strong className="font-semibold">Keep these recovery codes</strong> where you find them without your phone.
        Each signs you in once. They are shown only now.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-1 rounded-control bg-sunk p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => copyText(codes.join("\n"), "list of codes")}>
          <Copy aria-hidden /> Copy
        </Button>
        <Button onClick={back}>I Have Kept Them</Button>
      </div>
    </div>
  );
}
