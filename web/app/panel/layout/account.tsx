// One's own account, over any screen: picture, profile, password, two-step verification, and where one is signed in.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "valibot";
import { api, BY_ITSELF, bodyOf, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { keyed } from "~/api/idempotency";
import { passwordSender } from "~/api/new-password";
import { queries } from "~/api/queries";
import { refreshSession } from "~/api/session";
import { PasswordField, PhoneField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { newPassword, optional, required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { browserName } from "~/lib/browsers";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Skeleton } from "~/ui/skeleton";
import { notify } from "~/ui/toast";
import { CalendarFeeds } from "../any-record/calendar-feeds";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { tellFailure, useWrite } from "../any-record/write";
import { Unloaded } from "../list/unloaded";
import { useUser } from "../user/user";
import { OwnPicture } from "./own-picture";
import { TwoStep } from "./two-step/two-step";

const PATH = "/api/auth/sessions";

interface AccountProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function Account({ open, onOpenChange }: AccountProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} shape="large" title="Your Account" description={useUser().email}>
      <div className="grid gap-8">
        <OwnPicture />
        <ProfileForm />
        <PasswordForm />
        <TwoStep />
        <CalendarFeeds />
        <Sessions />
      </div>
    </Dialog>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h3 className="font-sans font-semibold text-h4 sm:col-span-2">{children}</h3>
);

const profileSchema = object({ firstName: required(), lastName: optional(), phone: optional() });

function ProfileForm() {
  const { firstName, lastName, phone } = useUser();
  const { form } = useKeptFields("profile", {
    schema: profileSchema,
    defaults: { firstName: firstName ?? "", lastName: lastName ?? "", phone: phone ?? "" },
  });
  return (
    <Form
      form={form}
      guarded
      className="sm:grid-cols-2"
      onFailed={(error) => tellFailure(error, "Failed to save your profile")}
      send={async (body, key) => {
        await api.patch("/api/auth/user", { body, headers: keyed(key) });
        await refreshSession();
        notify("Success", "Your profile was saved");
      }}
      since={SINCE}
      onSent={() => form.reset(form.getValues())}
    >
      <Heading>Profile</Heading>
      <TextField name="firstName" label="First Name" autoComplete="given-name" maxLength={200} />
      <TextField name="lastName" label="Last Name" autoComplete="family-name" maxLength={200} optional />
      <PhoneField hint="Seen by your colleagues" maxLength={40} />
      <Foot sending="Saving...">Save Profile</Foot>
    </Form>
  );
}

function Foot({ sending, children }: { sending: string; children: string }) {
  return (
    <div className="grid justify-items-end gap-3 sm:col-span-2">
      <FormFault />
      <SubmitButton variant="outline" sending={sending}>
        {children}
      </SubmitButton>
    </div>
  );
}

const passwordSchema = object({ present: required("Password is required"), password: newPassword() });
const NOTHING = { present: "", password: "" };

/** Said where another password was typed after one was set. */
const FIRST = "Your password is the one you typed first. To change it again, type that one as the current password.";

/** What a password that was set already meets: this session got another token with it, which a lost answer took along. */
const isOver = (error: unknown) => error instanceof ApiError && (error.status === 401 || "present" in error.fields);

async function logInAgain(email: string, password: string) {
  const { redirectUrl } = await bodyOf(api.post("/api/auth/login", { body: { email, password } }));
  if (redirectUrl !== "/panel") location.assign(redirectUrl);
}

/** Sent again after a lost answer, a refusal may be of the former token: whether the session is over shows afterwards. */
const change = (body: typeof NOTHING, again: boolean) =>
  api.post("/api/auth/password", { body, ...(again && { headers: { [BY_ITSELF]: "yes" } }) });

function PasswordForm() {
  const [set] = useState(() => passwordSender<unknown>(isOver, FIRST));
  const { email } = useUser();
  const form = useFields({ schema: passwordSchema, defaults: NOTHING });
  return (
    <Form
      form={form}
      guarded
      className="sm:grid-cols-2"
      onFailed={(error) => tellFailure(error, "Failed to change your password")}
      send={async () => {
        const typed = form.getValues(); // as typed: nothing is trimmed off a password
        await set(
          typed.password,
          (again) => change(typed, again),
          (sent) => logInAgain(email, sent).finally(refreshSession),
        );
        await queries.invalidateQueries({ queryKey: [PATH] });
        notify("Success", "Your password was changed, and your other devices were logged out");
      }}
      onSent={() => form.reset(NOTHING)}
      since={FIRST}
    >
      <Heading>Password</Heading>
      <PasswordField name="present" label="Current Password" autoComplete="current-password" />
      <PasswordField name="password" label="New Password" autoComplete="new-password" hint="At least 8 characters." />
      <Foot sending="Changing...">Change Password</Foot>
    </Form>
  );
}

type OwnSession = Schemas["OwnSession"];

function Sessions() {
  const { data, isError, refetch } = useQuery({
    queryKey: [PATH],
    queryFn: () => bodyOf(api.get("/api/auth/sessions")),
    staleTime: 0,
  });
  const others = useWrite({
    about: [PATH],
    send: async (_: "others", key) => {
      await api.post("/api/auth/sessions/end-others", { headers: keyed(key) }).finally(refetch);
    },
    done: () => "All other sessions were ended",
    failed: "Failed to end the sessions",
  });
  return (
    <section aria-labelledby="sessions" className="grid gap-3">
      <h3 id="sessions" tabIndex={-1} className="font-sans font-semibold text-h4">
        Where you are signed in
      </h3>
      {isError && <Unloaded retry={refetch}>Your sessions could not be loaded.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-20" />}
      {data && (
        <ul aria-labelledby="sessions" className="grid divide-y divide-hairline">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={refetch} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button
          variant="outline"
          className="justify-self-end"
          busy={others.busy}
          onClick={() => others.write("others")}
        >
          End All Others
        </Button>
      )}
    </section>
  );
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => Promise<unknown> }) {
  const clock = useClock();
  const { here, agent, address, seenAt } = session;
  const name = browserName(agent);
  const end = useWrite({
    about: [PATH],
    send: async (id: string, key) => {
      await api.delete("/api/auth/sessions/{id}", { params: { path: { id } }, headers: keyed(key) }).finally(onEnded);
    },
    done: () => "The session was ended",
    failed: "Failed to end the session",
  });
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">{name}</p>
        <p className="break-words text-muted text-small">
          {here ? "In use now" : `Last used ${clock.moment(seenAt)}`}
          {address && `, from ${address}`}
        </p>
      </div>
      {here ? (
        <Badge variant="success" mark="check">
          This device
        </Badge>
      ) : (
        <Button
          variant="outline"
          size="small"
          aria-label={`End ${name}, last used ${clock.moment(seenAt)}`}
          busy={end.busy}
          onClick={() => end.write(session.id)}
        >
          End
        </Button>
      )}
    </li>
  );
}
