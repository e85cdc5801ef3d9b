// The form for a photo of the company's own: it is in the gallery as soon as it is sent.
import { type InferOutput, minLength, object, picklist, pipe, string, trim } from "valibot";
import { OWNERS_CONSENT } from "~/api/rules";
import { AgreementField, SelectField, TextareaField, TextField } from "~/forms/fields";
import { agreement, optional, required } from "~/forms/rules";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { PictureField } from "../posts/picture-field";
import { CATEGORIES, LONGEST_CAPTION, type Submission, submissions } from "./submission";

const schema = object({
  image: required("Choose a picture"),
  caption: optional(),
  description: pipe(string(), trim(), minLength(10, "Description must be at least 10 characters")),
  location: pipe(string(), trim(), minLength(2, "Location is required")),
  category: picklist(CATEGORIES),
  consent: agreement(OWNERS_CONSENT, "Ask the owner of the place first"),
});

/** A picture that was added stays what it is: what was typed since is saved without it. */
const newPhotos = {
  ...submissions,
  update: (photo: Submission, { image, consent, ...words }: Partial<InferOutput<typeof schema>>, key: string) =>
    submissions.update(photo, words, key),
};

const values = () => ({
  image: "",
  caption: "",
  description: "",
  location: "",
  category: CATEGORIES[0] ?? "Residential",
  consent: false,
});

export default function OwnPhotoForm({ onDone }: RecordFormProps<Submission>) {
  return (
    <RecordForm
      onDone={onDone}
      kind={newPhotos}
      schema={schema}
      values={values}
      create={submissions.create}
      noun="photo"
      action="Add Photo"
      made={() => "Photo added. The gallery shows it within seconds"}
    >
      <PictureField />
      <TextField
        name="caption"
        label="Caption"
        hint="Stands below the picture"
        optional
        autoComplete="off"
        maxLength={LONGEST_CAPTION}
        className="sm:col-span-2"
      />
      <TextareaField
        name="description"
        label="Description"
        hint="What the picture shows, for those who cannot see it"
        maxLength={10_000}
        rows={3}
        className="sm:col-span-2"
      />
      <TextField name="location" label="Location" hint="The town is enough" autoComplete="off" maxLength={300} />
      <SelectField name="category" label="Category" options={CATEGORIES.map((value) => ({ value, label: value }))} />
      <AgreementField name="consent" label={OWNERS_CONSENT.words} className="sm:col-span-2" />
    </RecordForm>
  );
}
