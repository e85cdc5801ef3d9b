// How one is told of what happens: by kind, in the panel and by mail, and the hours in which no letter comes. Saved by each press.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { timeOfDay } from "~/lib/clock";
import { Dialog } from "~/ui/dialog";
import { Select } from "~/ui/input";
import { Skeleton } from "~/ui/skeleton";
import { useWrite } from "../any-record/write";
import { Unloaded } from "../list/unloaded";
import { type Happening, saidOf } from "./notification";

type Saved = Schemas["Preferences"];
type Kind = Schemas["PreferenceRow"];
type Edit = Schemas["PreferencesEdit"];

const PATH = "/api/panel/notifications/preferences";

const ABOUT: Record<Happening, string> = {
  new_lead: "Somebody who may buy, in your branch or region",
  new_message: "A visitor wrote to the inbox",
  assigned: "A lead, work order or ticket was assigned to you",
  rescheduled: "A work order of yours has another day",
  on_site: "A crew did something on a visit that was cancelled, moved or given to others meanwhile",
  visit_asked: "A client answered an email about a visit",
  step_due: "Something you promised is due",
  answer_due: "A message has waited for most of the promised time",
  webhook_off: "Nothing had reached it for three days",
};

const BY_MAIL: { value: Kind["byMail"]; label: string }[] = [
  { value: "at_once", label: "Email right away" },
  { value: "morning", label: "Email in the morning" },
  { value: "never", label: "No email" },
];

const HALF_HOUR = 30;
const DAY = 24 * 60;

interface Press {
  edit: Edit;
  before: Edit;
}

/** The preferences as they will be. */
const edited = (saved: Saved, { kinds = [], ...hours }: Edit): Saved => ({
  ...saved,
  ...hours,
  kinds: saved.kinds.map((kind) => ({ ...kind, ...kinds.find(({ what }) => what === kind.what) })),
});

/** Saves a press, and offers to take it back. */
function useSaving(): (press: Press) => void {
  const options = {
    about: [PATH],
    send: async ({ edit }: Press, key: string) => {
      const saved = await bodyOf(api.patch(PATH, { body: edit, headers: keyed(key) }));
      queries.setQueryData<Saved>([PATH], saved);
      return saved;
    },
    shows: ({ edit }: Press) => void queries.setQueryData<Saved>([PATH], (saved) => saved && edited(saved, edit)),
    failed: "Failed to save your preferences",
  };
  const back = useWrite({ ...options, done: () => "Put back", offersRetry: true });
  const { write } = useWrite({
    ...options,
    done: () => "Saved",
    undo: ({ edit, before }) => void back.write({ edit: before, before: edit }),
  });
  return (press) => void write(press);
}

function KindRow({ saved, mails }: { saved: Kind; mails: boolean }) {
  const { what, inPanel, byMail } = saved;
  const said = saidOf({ what });
  const id = useId();
  const save = useSaving();
  const press = (edit: Partial<Kind>, before: Partial<Kind>) =>
    save({ edit: { kinds: [{ what, ...edit }] }, before: { kinds: [{ what, ...before }] } });
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 border-hairline border-t py-3 sm:grid-cols-[1fr_auto_auto]">
      <div className="max-sm:col-span-2">
        <p className="font-semibold">{said}</p>
        <p id={id} className="text-muted text-small">
          {ABOUT[what]}
        </p>
      </div>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-(--color-primary)"
          checked={inPanel}
          aria-label={`${said}: in the panel`}
          aria-describedby={id}
          onChange={() => press({ inPanel: !inPanel }, { inPanel })}
        />
        In the panel
      </label>
      {mails && (
        <Select
          className="sm:w-52"
          aria-label={`${said}: by mail`}
          options={BY_MAIL}
          value={byMail}
          onChange={({ currentTarget }) => {
            const chosen = BY_MAIL.find(({ value }) => value === currentTarget.value);
            if (chosen) press({ byMail: chosen.value }, { byMail });
          }}
        />
      )}
    </li>
  );
}

const HOURS = Array.from({ length: DAY / HALF_HOUR }, (_, number) => number * HALF_HOUR);

interface HourProps {
  label: string;
  minute: number;
  onChoose: (minute: number) => void;
}

function Hour({ label, minute, onChoose }: HourProps) {
  const offered = HOURS.includes(minute) ? HOURS : [...HOURS, minute].sort((a, b) => a - b);
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <Select
        id={id}
        options={offered.map((value) => ({ value: String(value), label: timeOfDay(value) }))}
        value={minute}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </div>
  );
}

function QuietHours({ saved }: { saved: Saved }) {
  const save = useSaving();
  const { quietFrom, quietUntil } = saved;
  return (
    <section aria-labelledby="quiet" className="grid gap-3">
      <h3 id="quiet" className="font-sans font-semibold text-h4">
        Quiet hours
      </h3>
      <p className="text-muted">
        {quietFrom === quietUntil
          ? "You have none: emails can come at any time."
          : "No email comes between these times. What happens then is in your morning email."}{" "}
        The morning email comes at {timeOfDay(quietUntil)}, your branch's time, if there is anything to report.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Hour
          label="From"
          minute={quietFrom}
          onChoose={(minute) => save({ edit: { quietFrom: minute }, before: { quietFrom } })}
        />
        <Hour
          label="Until"
          minute={quietUntil}
          onChoose={(minute) => save({ edit: { quietUntil: minute }, before: { quietUntil } })}
        />
      </div>
    </section>
  );
}

function Choices() {
  const { data, isError, refetch } = useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });
  if (isError) return <Unloaded retry={refetch}>Your preferences could not be loaded.</Unloaded>;
  if (!data) return <Skeleton className="h-64" />;
  return (
    <div className="grid gap-6">
      {!data.mailLeaves && (
        <p>No mail is sent from here, so only the panel tells you. An administrator can have a mail server set up.</p>
      )}
      <ul>
        {data.kinds.map((kind) => (
          <KindRow key={kind.what} saved={kind} mails={data.mailLeaves} />
        ))}
      </ul>
      {data.mailLeaves && <QuietHours saved={data} />}
    </div>
  );
}

interface PreferencesProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function Preferences({ open, onOpenChange }: PreferencesProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} shape="large" title="Notification Preferences">
      <Choices />
    </Dialog>
  );
}
