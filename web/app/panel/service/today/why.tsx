// Why something is otherwise than it should be: one of the usual reasons in one press, or another in one's own words.
import { useState } from "react";
import { Choice } from "~/ui/choice";
import { Input } from "~/ui/input";
import { useUnsavedGuard } from "~/ui/unsaved";

const OTHER = "other";
const LONGEST = 300;

interface WhyProps {
  label: string;
  usual: readonly string[];
  /** What is wrong with it, once somebody went on without. */
  fault?: string | null;
  /** An empty text as long as there is none. */
  onReason: (reason: string) => void;
}

export function Why({ label, usual, fault = null, onReason }: WhyProps) {
  const [chosen, choose] = useState<string | null>(null);
  const [words, setWords] = useState("");
  useUnsavedGuard(chosen === OTHER && words.trim() !== "");
  return (
    <div className="grid gap-3">
      <Choice
        label={label}
        options={[...usual.map((value) => ({ value, label: value })), { value: OTHER, label: "Another reason" }]}
        value={chosen}
        fault={fault}
        onChange={(value) => {
          choose(value);
          onReason(value === OTHER ? words.trim() : value);
        }}
      />
      {chosen === OTHER && (
        <Input
          aria-label="Reason in your own words"
          placeholder="In your own words"
          className="min-h-14"
          maxLength={LONGEST}
          value={words}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            onReason(currentTarget.value.trim());
          }}
        />
      )}
    </div>
  );
}
