// The quote, the site's main job: the building, an honest range, and how to reach the visitor. Three steps, one form.
import { Suspense, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { ApiError } from "~/api/error";
import { Form, FormFault, UntilNextAttempt, useFields } from "~/forms/form";
import { emailAddress, tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { clockOf } from "~/lib/clock";
import { described } from "~/lib/schemes";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { lazy } from "~/ui/lazy";
import { track } from "../analytics";
import { quote } from "../content/quote";
import { reference } from "../content/sending";
import { askedScheme } from "../live/use-scheme";
import { quotePhotos } from "../photos/photo-box";
import { PhotosUnderWay } from "../photos/photos-field";
import { TIMES } from "../sections/reach-fields";
import { ReferenceNumber } from "../sections/reference-number";
import { Rendered } from "../sections/rendered";
import { type CarriedDrawing, carriedDrawing, dropCarried, sendCarried, useCarried } from "../studio/carried";
import { CarriedNote, CarriedUnderWay } from "../studio/carried-note";
import { lastReference } from "../visitor";
import { BuildingStep } from "./building-step";
import { DetailsStep } from "./details-step";
import { blank, dropDraft, keepDraft, type Property, type QuoteDraft, readDraft, unsaid } from "./draft";
import { FEET } from "./estimate";
import { RangeStep } from "./range-step";
import { isServed, type Quoted, sendQuote } from "./send";

type StepNumber = 1 | 2 | 3;

const { messages } = quote;

const isLength = (feet: string) => {
  const length = Number(feet);
  return feet === "unknown" || (Number.isInteger(length) && length >= FEET.min && length <= FEET.max);
};

const building = {
  propertyType: v.picklist(["home", "business"]),
  coverage: v.pipe(v.picklist(["", "front", "whole"]), v.picklist(["front", "whole"], messages.coverage)),
  stories: v.pipe(v.picklist(["", "1", "2", "3"]), v.picklist(["1", "2", "3"], messages.stories)),
  feet: v.pipe(v.string(), v.check(isLength, messages.feet)),
  zip: v.pipe(v.string(), tidy(), v.regex(/^\d{5}(-\d{4})?$/, messages.zip)),
};
const details = {
  name: v.pipe(v.string(), tidy(), v.minLength(2, messages.name)),
  email: emailAddress({ invalid: messages.email }),
  phone: v.string(),
  street: v.string(),
  preferredTime: v.picklist(TIMES),
  website: v.string(),
};
const untouched = { name: v.string(), email: v.string() };
const wholeSchema = v.object({ ...building, ...details });
/** Until the last step nobody has to say who they are. */
const firstSchema = v.object({ ...building, ...details, ...untouched });

interface QuoteDialogProps {
  open: boolean;
  property: Property | null;
  onClose: () => void;
}

export default function QuoteDialog({ open, property, onClose }: QuoteDialogProps) {
  const [given, setGiven] = useState<Quoted | null>(null);
  const close = () => {
    onClose();
    setGiven(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && close()}
      title={quote.title}
      backdrop={<QuietHouse />}
      className="max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:translate-none max-sm:rounded-none"
    >
      {given ? <Thanks given={given} onDone={close} /> : <QuoteForm property={property} onGiven={setGiven} />}
    </Dialog>
  );
}

/** An ornament: where it cannot be had, the still picture stays. */
const Backdrop = lazy(() => import("../live/backdrop").catch(() => ({ default: Still })));

function Still() {
  return <Rendered scene="live-house" sizes="100vw" decorative className="absolute inset-0 size-full" />;
}

/** The picture behind the window, where there is room for one; lit as the visitor lit the house of this page, if so. */
function QuietHouse() {
  const [scheme] = useState(askedScheme);
  const [roomy] = useState(() => matchMedia("(min-width: 40rem)").matches);
  if (!roomy) return null;
  return (
    <div className="absolute inset-0 animate-appear bg-night max-sm:hidden">
      <div className="absolute inset-0 opacity-55">
        {scheme ? (
          <Suspense fallback={<Still />}>
            <Backdrop scheme={scheme} />
          </Suspense>
        ) : (
          <Still />
        )}
      </div>
    </div>
  );
}

/** How the visitor lit the house of this page, in words; null where they did not. */
function wantedLight(): string | null {
  const scheme = askedScheme();
  return scheme && described(scheme);
}

/** What the form begins with: what the visitor said before, and what is known by where it was opened from. */
function startingDraft(property: Property | null): QuoteDraft {
  const { drawn: _, ...said } = readDraft();
  const carried = carriedDrawing();
  return {
    ...blank,
    ...(carried && unsaid),
    ...said,
    ...(property && { propertyType: property }),
    ...(carried && buildingIn(carried)),
  };
}

/** What a drawing says of the building, but for what the visitor has said otherwise since. */
function buildingIn({ length, stories, coverage, saidSince }: CarriedDrawing): Partial<QuoteDraft> {
  const known = { feet: length?.feet, stories, coverage };
  const said = Object.entries(known).filter(([name, value]) => value != null && !saidSince.has(name));
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

function QuoteForm({ property, onGiven }: { property: Property | null; onGiven: (given: Quoted) => void }) {
  const [step, setStep] = useState<StepNumber>(1);
  const [served, setServed] = useState(true);
  const [opened] = useState(() => Date.now());
  const secondsOpen = useRef<number>(undefined);
  const [start] = useState(() => startingDraft(property));
  const form = useFields({ schema: step === 3 ? wholeSchema : firstSchema, defaults: start });
  const [lit] = useState(wantedLight);
  const carried = useCarried();
  const scheme = carried?.scheme ?? lit;
  const [isLost] = useState(() => !carried && readDraft().drawn === true);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const saying = form.watch((values, { name }) => {
      if (!name) return; // the form's own doing
      keepDraft({ [name]: values[name] });
      carriedDrawing()?.saidSince.add(name);
    });
    return () => saying.unsubscribe();
  }, [form]);
  useEffect(() => {
    if (carried) keepDraft({ drawn: true });
  }, [carried]);

  const go = (to: StepNumber) => {
    setStep(to);
    requestAnimationFrame(() => heading.current?.focus());
  };

  /** Its length goes with it. */
  const leaveOut = () => {
    dropCarried();
    keepDraft({ drawn: false });
    const { coverage, stories, ...values } = form.getValues();
    form.reset({
      ...values,
      feet: readDraft().feet ?? blank.feet,
      coverage: coverage || blank.coverage,
      stories: stories || blank.stories,
    });
    go(1);
  };

  const send = async (draft: QuoteDraft, key: string) => {
    // Asked once, on leaving the step; nobody waits for it.
    if (step === 1) isServed(draft.zip).then(setServed);
    if (step < 3) return go((step + 1) as StepNumber);
    // Measured once: what is sent again is the same to the last digit, so that it is taken once.
    secondsOpen.current ??= Math.floor((Date.now() - opened) / 1000);
    const given = await sendQuote(draft, { scheme, drawing: carriedDrawing(), secondsOpen: secondsOpen.current }, key);
    track("quote_request", { category: "conversion", label: draft.propertyType });
    dropDraft();
    quotePhotos.sendWith(given.reference);
    void sendCarried(given.reference);
    onGiven(given);
  };
  const onFailed = (error: unknown) => {
    track("quote_request_error", { label: "quote_dialog" });
    // What the server finds wrong with the building is corrected where it was entered.
    if (error instanceof ApiError && Object.keys(error.fields).some((name) => name in building)) setStep(1);
  };

  return (
    <Form form={form} send={(values, key) => send(values as QuoteDraft, key)} onFailed={onFailed} className="gap-6">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-muted text-small outline-none">
          {quote.step(step, quote.steps[step - 1] ?? "")}
        </h3>
        <div aria-hidden="true" className="mt-3 grid grid-cols-3 gap-2">
          {quote.steps.map((name, place) => (
            <span key={name} className={place < step ? "h-0.5 rounded-full bg-accent" : "light-line"} />
          ))}
        </div>
      </div>
      {step === 1 && (
        <UntilNextAttempt>
          <LastRequest />
        </UntilNextAttempt>
      )}
      {isLost && !carried && <p className="rounded-control bg-sunk px-4 py-2 text-small">{quote.drawingLost}</p>}
      <CarriedNote onLeaveOut={leaveOut} />
      {step === 1 && <BuildingStep form={form} />}
      {step === 2 && <RangeStep form={form} served={served} />}
      {step === 3 && <DetailsStep scheme={scheme} />}
      {step === 3 && <FormFault unexplained={messages.failed} />}
      <div className="flex flex-wrap justify-between gap-3 max-sm:flex-col-reverse">
        {step > 1 ? (
          <Button variant="outline" size="large" onClick={() => go((step - 1) as StepNumber)}>
            {quote.back}
          </Button>
        ) : (
          <span />
        )}
        <SubmitButton key={step} size="large" sending={step === 3 ? quote.sending : quote.onward}>
          {step === 1 ? quote.next : step === 2 ? quote.onward : quote.submit}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The number of what was asked before, for a visitor who comes back for it. */
function LastRequest() {
  const [last] = useState(() => lastReference("quote"));
  if (!last) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-control bg-sunk px-4 py-2 text-small">
      {reference.quote(clockOf().day(last.at))} <ReferenceNumber number={last.number} />
    </p>
  );
}

function Thanks({ given, onDone }: { given: Quoted; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4 pb-2">
      <div aria-hidden="true" className="light-line" />
      <h3 ref={heading} tabIndex={-1} className="font-bold font-display text-h2 outline-none">
        {quote.thanks.title}
      </h3>
      <p className="text-lead">{quote.thanks.range(given)}</p>
      <p className="text-muted">{given.served ? quote.thanks.text : quote.thanks.elsewhere}</p>
      <div className="rounded-card bg-sunk p-5">
        <p className="font-semibold">{quote.thanks.number}</p>
        <p className="mt-1 text-h3">
          <ReferenceNumber number={given.reference} />
        </p>
        <p className="mt-1 text-muted text-small">{quote.thanks.keep}</p>
      </div>
      <PhotosUnderWay box={quotePhotos} />
      <CarriedUnderWay />
      <Button size="large" className="mt-2 justify-self-start" onClick={onDone}>
        {quote.thanks.done}
      </Button>
    </div>
  );
}
