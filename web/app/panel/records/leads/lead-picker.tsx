// A form field that chooses a lead, by name and email address.
import { RecordPicker } from "../../any-record/picker";
import { leads } from "./lead";

interface LeadPickerProps {
  /** Only leads of this branch; all of one's scope where it is empty. */
  branchId: string;
  hint?: string;
  /** Fields whose choice belongs to the lead. */
  clears?: string[];
}

export function LeadPicker({ branchId, ...props }: LeadPickerProps) {
  return (
    <RecordPicker
      name="leadId"
      label="Lead"
      optional
      kind={leads}
      within={{ branchId }}
      title={({ name, email }) => `${name} (${email})`}
      {...props}
    />
  );
}
