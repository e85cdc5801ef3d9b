// The form of what stands beside a work order: what kind of job it is, which building, and what it comes from.
import { useQuery } from "@tanstack/react-query";
import { check, object, pipe, string, transform, trim } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { chosen, optional } from "~/forms/rules";
import { optionsOf } from "~/ui/look-badge";
import { Unloaded } from "../../list/unloaded";
import { RecordPicker } from "../../records/picker";
import { RecordForm } from "../../records/record-form";
import { clients } from "../../sales/clients/client";
import { leads } from "../../sales/leads/lead";
import { mayRead } from "../../shell/linked-record";
import { useUser } from "../../shell/user";
import { tickets } from "../tickets/ticket";
import { jobKinds, type OrderDetails, orderDetails } from "./details";
import { type WorkOrder, workOrders } from "./work-order";

/** A whole number that may be missing. */
const wholeNumber = (most: number, message: string) =>
  pipe(
    string(),
    trim(),
    transform((text) => (text === "" ? null : Number(text))),
    check((number) => number === null || (Number.isInteger(number) && number >= 1 && number <= most), message),
  );

const schema = object({
  kind: chosen<Schemas["JobKind"]>(),
  propertyId: optional(),
  feet: wholeNumber(10_000, "Please enter feet, from 1 to 10,000"),
  stories: wholeNumber(20, "Choose 1 to 20 stories"),
  leadId: optional(),
  ticketId: optional(),
  earlierId: optional(),
});

const values = (details: OrderDetails | null) => ({
  kind: details?.kind ?? "installation",
  propertyId: details?.propertyId ?? "",
  feet: details?.feet?.toString() ?? "",
  stories: details?.stories?.toString() ?? "",
  leadId: details?.leadId ?? "",
  ticketId: details?.ticketId ?? "",
  earlierId: details?.earlierId ?? "",
});

const propertiesOf = (id: string) =>
  bodyOf(api.get("/api/panel/clients/{id}/properties", { params: { path: { id } } }));

/** Which of the client's buildings. */
function PropertyField({ clientId }: { clientId: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: [clients.path, clientId, "properties"],
    queryFn: () => propertiesOf(clientId),
  });
  const options = (data ?? []).map(({ id, name, address }) => ({
    value: id,
    label: [name, address ?? "The client's own address"].filter(Boolean).join(": "),
  }));
  return (
    <SelectField
      name="propertyId"
      label="Place"
      optional
      hint={isError && <Unloaded retry={refetch}>The places could not be loaded.</Unloaded>}
      options={data ? options : [{ value: "", label: "Loading..." }]}
    />
  );
}

interface DetailsFormProps {
  order: WorkOrder;
  details: OrderDetails;
  onDone: () => void;
}

export function DetailsForm({ order, details, onDone }: DetailsFormProps) {
  const user = useUser();
  const { branchId, clientId } = order;
  return (
    <RecordForm
      kind={orderDetails}
      record={details}
      schema={schema}
      values={values}
      noun="job details"
      done="Job details updated successfully"
      takesBack
      onDone={onDone}
      onCancel={onDone}
    >
      <SelectField name="kind" label="Kind" options={optionsOf(jobKinds)} />
      <PropertyField clientId={clientId} />
      <TextField name="feet" label="Feet" inputMode="numeric" autoComplete="off" optional />
      <TextField name="stories" label="Stories" inputMode="numeric" autoComplete="off" optional />
      <RecordPicker
        name="earlierId"
        label="Earlier Job"
        hint="The job that this one comes back to"
        optional
        kind={workOrders}
        within={{ clientId }}
        title={({ title }) => title}
      />
      {mayRead(user, "ticket") && (
        <RecordPicker
          name="ticketId"
          label="Ticket"
          optional
          kind={tickets}
          within={{ branchId }}
          title={({ subject }) => subject}
        />
      )}
      {mayRead(user, "lead") && (
        <RecordPicker
          name="leadId"
          label="Lead"
          optional
          kind={leads}
          within={{ branchId }}
          title={({ name, email }) => `${name} (${email})`}
        />
      )}
    </RecordForm>
  );
}
