// The last step: whom to answer, and when; where the building is, and what it looks like.
import { EmailField, PhoneField, TextField } from "~/forms/fields";
import { quote } from "../content/quote";
import { reach } from "../content/sending";
import { TextLink } from "../layout/text-link";
import { quotePhotos } from "../photos/photo-box";
import { PhotosField } from "../photos/photos-field";
import { Honeypot } from "../sections/honeypot";
import { StreetField, TimeField } from "../sections/reach-fields";

const words = quote.details;

export function DetailsStep({ scheme }: { scheme: string | null }) {
  return (
    <>
      <TextField name="name" label={words.name} autoComplete="name" />
      <EmailField label={words.email} />
      <PhoneField label={words.phone.label} hint={words.phone.hint} />
      <TimeField />
      <StreetField hint={reach.street.hint} />
      <PhotosField box={quotePhotos} />
      <Honeypot />
      {scheme && <p className="text-small">{words.scheme(scheme)}</p>}
      <p className="text-muted text-small">
        {words.privacy} <TextLink name="privacy" />
      </p>
    </>
  );
}
