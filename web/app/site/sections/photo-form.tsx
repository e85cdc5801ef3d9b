// The form for a photo of one's own installation. A photo is needed before it can be sent, and the form says so.

import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import * as v from "valibot";
import { api, multipart } from "~/api/client";
import { sentenceOf } from "~/api/error";
import { keyed } from "~/api/idempotency";
import { SENDERS_CONSENT } from "~/api/rules";
import { AgreementField, EmailField, SelectField, TextareaField, TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { agreement, emailAddress, tidy } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { PHOTO_TYPES, photoSizeFault, photoTypeFault } from "~/lib/photo-types";
import { Button } from "~/ui/button";
import { Fault } from "~/ui/fault";
import { notify, notifyError } from "~/ui/toast";
import { track } from "../analytics";
import { unscripted } from "../content/contact";
import { categories, gallery } from "../content/gallery";
import { TextLink } from "../layout/text-link";
import { UnscriptedNote } from "./unscripted-note";

const words = gallery.form;
const { messages } = words;

const schema = v.object({
  name: v.pipe(v.string(), tidy(), v.minLength(2, messages.name)),
  email: emailAddress({ invalid: messages.email }),
  location: v.pipe(v.string(), tidy(), v.minLength(2, messages.location)),
  description: v.pipe(v.string(), tidy(), v.minLength(10, messages.description)),
  category: v.picklist(categories, messages.category),
  consent: agreement(SENDERS_CONSENT, messages.consent),
});

const defaults: v.InferInput<typeof schema> = {
  name: "",
  email: "",
  location: "",
  description: "",
  category: "Residential",
  consent: false,
};

export default function PhotoForm({ onSent }: { onSent: () => void }) {
  const [sent, setSent] = useState(false);
  const [again, setAgain] = useState(false);
  if (sent) {
    return (
      <Thanks
        onAgain={() => {
          setSent(false);
          setAgain(true);
        }}
      />
    );
  }
  return (
    <Fields
      again={again}
      onSent={() => {
        setSent(true);
        onSent();
      }}
    />
  );
}

/** `again`: a visitor who asked for another form is led into it. */
function Fields({ again, onSent }: { again: boolean; onSent: () => void }) {
  const form = useFields({ schema, defaults });
  const [photo, setPhoto] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();

  useEffect(() => {
    if (again) input.current?.focus();
  }, [again]);

  function askForPhoto() {
    notifyError(messages.required.title, messages.required.text);
    setFault(messages.required.text);
    input.current?.focus();
  }

  /** A disabled button lets no Enter through to the form, so that nothing would be said. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || photo || !(event.target as Element).matches("input:not([type=file])")) return;
    event.preventDefault();
    askForPhoto();
  }

  async function send(values: v.InferOutput<typeof schema>, key: string) {
    if (!photo) {
      askForPhoto();
      return false;
    }
    const body = new FormData();
    body.set("image", photo);
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return api.post("/api/gallery", { ...multipart(body), headers: keyed(key) });
  }

  return (
    <>
      <UnscriptedNote text={unscripted.form} className="mb-5" />
      <Form
        form={form}
        send={send}
        onSent={() => {
          notify(messages.sent.title, messages.sent.text);
          track("gallery_submission", { category: "engagement", label: "gallery_form" });
          onSent();
        }}
        onFailed={(error) => {
          notifyError(messages.failed.title, sentenceOf(error, messages.failed.text));
          track("gallery_submission_error", { label: "gallery_form" });
        }}
      >
        <PhotoField input={input} photo={photo} fault={fault} onChange={setPhoto} onFault={setFault} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in any of the fields, as it reaches a form */}
        <div className="grid items-start gap-5 sm:grid-cols-2" onKeyDown={onKeyDown}>
          <TextField name="name" label={words.name} autoComplete="name" />
          <EmailField label={words.email} />
          <TextField
            name="location"
            label={words.location.label}
            hint={words.location.hint}
            autoComplete="address-level2"
          />
          <SelectField
            name="category"
            label={words.category}
            options={categories.map((category) => ({ value: category, label: category }))}
          />
        </div>
        <TextareaField name="description" label={words.description.label} hint={words.description.hint} rows={4} />
        <AgreementField name="consent" label={SENDERS_CONSENT.words} />
        <FormFault unexplained={messages.failed.text} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton
            size="large"
            sending={words.sending}
            disabled={!photo}
            aria-describedby={photo ? undefined : hint}
          >
            {words.submit}
          </SubmitButton>
          {!photo && (
            <p id={hint} className="font-semibold text-small">
              {words.image.first}
            </p>
          )}
        </div>
        <p className="max-w-[60ch] text-muted text-small">
          {words.privacy} <TextLink name="privacy" />
        </p>
      </Form>
    </>
  );
}

interface PhotoFieldProps {
  input: RefObject<HTMLInputElement | null>;
  photo: File | null;
  fault: string | null;
  onChange: (photo: File | null) => void;
  onFault: (fault: string | null) => void;
}

function PhotoField({ input, photo, fault, onChange, onFault }: PhotoFieldProps) {
  const id = useId();
  const preview = usePreview(photo);

  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = photoTypeFault(file) ?? photoSizeFault(file);
    onFault(wrong?.text ?? null);
    onChange(wrong ? null : file);
    if (wrong) {
      notifyError(wrong.title, wrong.text);
      if (input.current) input.current.value = "";
    }
  };
  const remove = () => {
    onChange(null);
    if (input.current) input.current.value = "";
    input.current?.focus();
  };

  return (
    <div data-slot="field" className="grid gap-1.5">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-semibold text-small">
          {words.image.label}
        </label>
        <span className="text-muted text-tiny">{words.image.required}</span>
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept={PHOTO_TYPES.join(",")}
        required
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-hint${fault ? ` ${id}-fault` : ""}`}
        onChange={(event) => take(event.target.files?.[0])}
        className="file-input"
      />
      <p id={`${id}-hint`} className="text-muted text-small">
        {words.image.hint}
      </p>
      <Fault id={`${id}-fault`}>{fault}</Fault>
      {photo && preview && (
        <div className="mt-2 flex items-center gap-4">
          <img src={preview} alt={words.image.preview} className="h-24 w-32 rounded-control bg-sunk object-cover" />
          <p className="min-w-0 flex-1 break-all text-small">
            {photo.name}
            <span className="block text-muted">{sizeOf(photo)}</span>
          </p>
          <Button variant="outline" size="icon" aria-label={words.image.remove} onClick={remove}>
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}

const sizeOf = ({ size }: File) =>
  size < 1024 * 1024 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;

/** An address under which the browser shows the chosen file, for as long as it is chosen. */
function usePreview(photo: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return;
    const created = URL.createObjectURL(photo);
    setAddress(created);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(created);
    };
  }, [photo]);
  return address;
}

function Thanks({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-card border border-hairline bg-surface p-8">
      <div aria-hidden="true" className="light-line mb-6" />
      <h3 ref={heading} tabIndex={-1} className="font-bold font-display text-h2 outline-none">
        {words.thanks.title}
      </h3>
      <p className="mt-3 text-muted">{words.thanks.text}</p>
      <Button variant="outline" className="mt-6" onClick={onAgain}>
        {words.thanks.again}
      </Button>
    </div>
  );
}
