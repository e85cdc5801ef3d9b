// Why something is otherwise than it should be: one of the usual reasons in one press, or another in one's own words.
import { Choice } from "~/ui/choice";
import { Input } from "~/ui/input";

const OTHER = "other";
const LONGEST = 300;

interface WhyProps {
  label: string;
  usual: readonly string[];
  /** What is wrong with it, once somebody went on without. */
  fault?: string | null;
  value: Reason;
  onChange: (reason: Reason) => void;
}

/** What was chosen, and one's own words. */
interface Reason {
  chosen: string | null;
  words: string;
}

export const NO_REASON: Reason = { chosen: null, words: "" };

/** An empty text as long as there is none. */
export const reasonOf = ({ chosen, words }: Reason): string => (chosen === OTHER ? words.trim() : (chosen ?? ""));

export function Why({ label, usual, fault = null, value, onChange }: WhyProps) {
  return (
    <div className="grid gap-3">
      <Choice
        label={label}
        options={[...usual.map((value) => ({ value, label: value })), { value: OTHER, label: "Another reason" }]}
        value={value.chosen}
        fault={fault}
        onChange={(chosen) => onChange({ ...value, chosen })}
      />
      {value.chosen === OTHER && (
        <Input
          aria-label="Reason in your own words"
          placeholder="In your own words"
          className="min-h-14"
          maxLength={LONGEST}
          value={value.words}
          onChange={({ currentTarget }) => onChange({ ...value, words: currentTarget.value })}
        />
      )}
    </div>
  );
}
