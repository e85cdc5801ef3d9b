// What a job is beside its order: which kind, where, and how large. The same fields make one and change one.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { check, pipe, string, transform, trim } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { chosen } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { Unloaded } from "../../list/unloaded";
import { clients } from "../clients/client";
import { jobKinds, type OrderDetails } from "./details";

type Property = Schemas["PropertyRow"];

/** A whole number that may be missing. */
const wholeNumber = (most: number, message: string) =>
  pipe(
    string(),
    trim(),
    transform((text) => (text === "" ? null : Number(text))),
    check((number) => number === null || (Number.isInteger(number) && number >= 1 && number <= most), message),
  );

/** Stands for the place of a client who has several, until one of them is chosen. */
const UNCHOSEN = "?";

export const jobRules = {
  kind: chosen<Schemas["JobKind"]>(),
  // Before the places are known it is the client's own address.
  propertyId: pipe(
    string(),
    check((id) => id !== UNCHOSEN, "Please choose a property"),
    transform((id) => id || null),
  ),
  tellsClient: pipe(
    string(),
    transform((chosen) => chosen === "true"),
  ),
  feet: wholeNumber(10_000, "Please enter feet, from 1 to 10,000"),
  stories: wholeNumber(20, "Choose 1 to 20 stories"),
  hours: wholeNumber(1_000, "Please enter hours, from 1 to 1,000"),
  crewSize: wholeNumber(20, "Choose a crew of 1 to 20"),
};

export const jobValues = (details: OrderDetails | null) => ({
  kind: details?.kind ?? "installation",
  propertyId: details?.propertyId ?? "",
  tellsClient: String(details?.tellsClient ?? true),
  feet: details?.feet?.toString() ?? "",
  stories: details?.stories?.toString() ?? "",
  hours: details?.hours?.toString() ?? "",
  crewSize: details?.crewSize?.toString() ?? "",
});

const propertiesOf = (id: string) =>
  bodyOf(api.get("/api/panel/clients/{id}/properties", { params: { path: { id } } }));

/** What those who plan the job should know of the place. */
function Known({ place: { hazards, access } }: { place: Property }) {
  return (
    <span className="grid gap-1 whitespace-pre-line break-words">
      {hazards && <span className="text-danger">Hazards: {hazards}</span>}
      {access && <span>Access: {access}</span>}
    </span>
  );
}

/** What stands in the field until a place is chosen: it is read, and cannot be chosen. */
function prompt(clientId: string, places: Property[] | undefined) {
  if (places?.length === 1) return [];
  if (places) return [{ value: UNCHOSEN, label: "Choose a property", disabled: true }];
  return [{ value: "", label: clientId ? "Loading..." : "Choose the client first", disabled: true }];
}

/** The building's own size, which a job has where it says nothing else. */
const asPlace = (size: number | null | undefined, noun: string) =>
  size ? `The property has ${size.toLocaleString("en-US")} ${noun}` : undefined;

function useProperties(clientId: string) {
  return useQuery({
    queryKey: [clients.path, clientId, "properties"],
    queryFn: () => propertiesOf(clientId),
    enabled: clientId !== "",
  });
}

const TELLS = [
  { value: "true", label: "By email" },
  { value: "false", label: "Not by email" },
];

/** Which building of the client; the only one is chosen already. And which kind of job. */
export function PlaceFields({ clientId }: { clientId: string }) {
  const { setValue } = useFormContext();
  const chosenId: string = useWatch({ name: "propertyId" });
  const { data, isError, refetch } = useProperties(clientId);
  const first = data?.length === 1 ? data[0]?.id : data && UNCHOSEN;
  useEffect(() => {
    if (first && !chosenId) setValue("propertyId", first);
  }, [first, chosenId, setValue]);
  const place = data?.find(({ id }) => id === chosenId);
  const places = (data ?? []).map(({ id, name, address }) => ({
    value: id,
    label: [name, address ?? "The client's own address"].filter(Boolean).join(": "),
  }));
  const known = place && (place.hazards || place.access) && <Known place={place} />;
  return (
    <>
      <SelectField
        name="propertyId"
        label="Property"
        hint={isError ? <Unloaded retry={refetch}>The properties could not be loaded.</Unloaded> : known}
        options={[...prompt(clientId, data), ...places]}
      />
      <SelectField name="kind" label="Kind" options={optionsOf(jobKinds)} />
      <SelectField
        name="tellsClient"
        label="Emails About Visits"
        hint="When the visit is planned, moved or cancelled"
        options={TELLS}
      />
    </>
  );
}

/** How large the job is, where it is not as large as the building. */
export function SizeFields({ clientId }: { clientId: string }) {
  const chosenId: string = useWatch({ name: "propertyId" });
  const place = useProperties(clientId).data?.find(({ id }) => id === chosenId);
  const sizes = [
    { name: "feet", label: "Feet", hint: asPlace(place?.feet, "feet") },
    { name: "stories", label: "Stories", hint: asPlace(place?.stories, place?.stories === 1 ? "story" : "stories") },
    { name: "hours", label: "Hours" },
    { name: "crewSize", label: "Crew Size" },
  ];
  return sizes.map((size) => <TextField key={size.name} {...size} inputMode="numeric" autoComplete="off" optional />);
}
