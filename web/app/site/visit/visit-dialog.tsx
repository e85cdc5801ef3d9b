// A client's visits as they are planned now, and the answer to them: they suit, or another time would.
import { useCallback, useEffect, useState } from "react";
import * as v from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { isConflict, isGone, isLost, sentenceOf } from "~/api/error";
import { keyed, newKey } from "~/api/idempotency";
import { TextareaField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { timeOfDay } from "~/lib/clock";
import { tel } from "~/lib/contact";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Spinner } from "~/ui/spinner";
import { visit as words } from "../content/visit";

type Shown = Schemas["VisitLinkShown"];
type Given = Pick<Schemas["VisitAnswer"], "what" | "words">;
type Standing = Shown | "checking" | "gone" | "unanswered";

const dayInWords = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

const look = (link: string) => bodyOf(api.post("/api/visit-links", { body: { link } }));

const reply = (body: Schemas["VisitAnswer"], key: string) =>
  bodyOf(api.post("/api/visit-links/reply", { body, headers: keyed(key) }));

interface VisitDialogProps {
  /** What stands behind the # in the letter's address. */
  link: string | null;
  onClose: () => void;
}

export default function VisitDialog({ link, onClose }: VisitDialogProps) {
  return (
    <Dialog open={link !== null} onOpenChange={(stays) => !stays && onClose()} title={words.title}>
      {link !== null && <Linked key={link} link={link} />}
    </Dialog>
  );
}

function Linked({ link }: { link: string }) {
  const [standing, setStanding] = useState<Standing>("checking");
  // Of an answer that was refused: the words in it, if any.
  const [untaken, setUntaken] = useState<string | null>(null);
  const check = useCallback(async () => {
    setStanding("checking");
    try {
      setStanding(link ? await look(link) : "gone");
    } catch (error) {
      setStanding(isGone(error) ? "gone" : "unanswered");
    }
  }, [link]);
  useEffect(() => {
    void check();
  }, [check]);
  if (standing === "checking") return <Spinner label={words.checking} />;
  if (standing === "gone") return <Told {...words.gone} />;
  if (standing === "unanswered") {
    return (
      <Told {...words.unanswered}>
        <Button onClick={check}>{words.unanswered.retry}</Button>
      </Told>
    );
  }
  const shown = standing;
  if (shown.standing !== "planned") {
    if (untaken === null) return <Told {...words[shown.standing]} />;
    return (
      <Told role="alert" title={words.untaken.title} text={words.untaken[shown.standing]}>
        {untaken && <p className="break-words rounded-control bg-sunk p-3">{words.wrote(untaken)}</p>}
        {untaken && <p>{words.untaken.instead}</p>}
        <Call {...shown} />
      </Told>
    );
  }
  /** What was answered to other visits than are planned by now is not taken: they are shown, and the words stay. */
  async function answer(body: Given, key: string) {
    try {
      setStanding(await reply({ ...body, link, stand: shown.stand }, key));
    } catch (error) {
      if (isConflict(error)) {
        const now = await look(link);
        setUntaken(body.words ?? "");
        setStanding(now);
      }
      throw error;
    }
  }
  return <Planned shown={shown} answer={answer} />;
}

interface ToldProps {
  title: string;
  text: string;
  role?: "status" | "alert";
  children?: React.ReactNode;
}

function Told({ title, text, role = "status", children }: ToldProps) {
  return (
    <div role={role} className="grid justify-items-start gap-3">
      <p className="font-semibold text-h4">{title}</p>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}

function Call({ phone, hours }: Pick<Shown, "phone" | "hours">) {
  if (!phone) return null;
  return (
    <p className="text-muted text-small">
      {words.call} <a href={tel(phone) ?? undefined}>{phone}</a>
      {hours && ` (${hours})`}
    </p>
  );
}

type Answer = (body: Given, key: string) => Promise<void>;

function Planned({ shown, answer }: { shown: Shown; answer: Answer }) {
  const [asking, setAsking] = useState(false);
  const { visits, place, purpose, reply: given } = shown;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p>{words.planned(purpose)}</p>
        <ul className="grid gap-3">
          {visits.map(({ day, startMinute, endMinute }) => (
            <li key={`${day} ${startMinute}`}>
              <span className="block font-semibold text-h4">{dayInWords.format(new Date(`${day}T00:00:00Z`))}</span>
              {startMinute === null || endMinute === null
                ? words.anytime
                : words.hours(timeOfDay(startMinute), timeOfDay(endMinute))}
            </li>
          ))}
        </ul>
        {place && <p className="break-words text-muted">{words.where(place)}</p>}
      </div>
      {given && (
        <p role="status" className="break-words rounded-control bg-sunk p-3">
          {given.what === "confirmed" ? words.confirmed : words.asked(given.words ?? "")}
        </p>
      )}
      {asking ? (
        <Ask answer={answer} onDone={() => setAsking(false)} />
      ) : (
        <Choice given={given?.what ?? null} answer={answer} onAsk={() => setAsking(true)} />
      )}
      <Call {...shown} />
    </div>
  );
}

interface ChoiceProps {
  given: Schemas["ReplyKind"] | null;
  answer: Answer;
  onAsk: () => void;
}

function Choice({ given, answer, onAsk }: ChoiceProps) {
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  async function confirm() {
    setBusy(true);
    setFailed(null);
    try {
      await answer({ what: "confirmed" }, key);
    } catch (error) {
      setFailed(isLost(error) ? words.lost : sentenceOf(error, words.failed));
    }
    setBusy(false);
  }
  return (
    <div className="grid gap-3">
      {given === null && <p>{words.question}</p>}
      {failed && (
        <p role="alert" className="text-danger">
          {failed}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {given !== "confirmed" && (
          <Button size="large" variant={given ? "outline" : "primary"} busy={busy} onClick={confirm}>
            {busy ? words.confirming : given ? words.confirmInstead : words.confirm}
          </Button>
        )}
        <Button size="large" variant="outline" busy={busy} onClick={onAsk}>
          {given === "confirmed" ? words.askInstead : words.ask}
        </Button>
      </div>
    </div>
  );
}

const schema = v.object({ words: v.pipe(v.string(), tidy(), v.minLength(1, words.askMissing)) });

function Ask({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const form = useFields({ schema, defaults: { words: "" } });
  return (
    <Form
      form={form}
      guarded
      send={(values, key) => answer({ what: "asked", words: values.words }, key)}
      onSent={onDone}
      className="grid gap-4"
    >
      <TextareaField name="words" label={words.askLabel} hint={words.askHint} rows={3} maxLength={1000} autoFocus />
      <FormFault unexplained={words.failed} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="large" sending={words.sending}>
          {words.send}
        </SubmitButton>
        <Button size="large" variant="outline" onClick={onDone}>
          {words.back}
        </Button>
      </div>
    </Form>
  );
}
