// A form field that chooses a client, by name and address.
import { RecordPicker } from "../../any-record/picker";
import { clients } from "./client";

interface ClientPickerProps {
  /** Only clients of this branch; all of one's scope where it is empty. */
  branchId: string;
  label?: string;
  optional?: boolean;
  /** Fields whose choice belongs to the client. */
  clears?: string[];
}

export function ClientPicker({ branchId, ...props }: ClientPickerProps) {
  return (
    <RecordPicker
      name="clientId"
      label="Client"
      kind={clients}
      within={{ branchId }}
      title={({ name, address }) => `${name}, ${address}`}
      {...props}
    />
  );
}
