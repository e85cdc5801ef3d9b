// A letter as it will look, with what we made up in its places: in both themes, and as plain text. Its frame runs nothing and leads
// nowhere.
import { useState } from "react";
import { sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { useDebounced } from "~/ui/debounced";
import { previewAddress, usePlain, type Words } from "./letter-kind";

const WAYS = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "plain", label: "Plain Text" },
] as const;

interface LetterPreviewProps {
  id: string;
  title: string;
  words: Words;
}

export function LetterPreview({ id, title, words: typed }: LetterPreviewProps) {
  const words = useDebounced(typed);
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("light");
  const { data, error } = usePlain(id, words);
  return (
    <section aria-label="Preview" className="grid content-start gap-3 sm:col-span-2">
      <fieldset aria-label="Preview as" className="flex flex-wrap gap-2">
        {WAYS.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant={value === way ? "primary" : "outline"}
            aria-pressed={value === way}
            onClick={() => setWay(value)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="min-h-6 break-words">
        {error ? sentenceOf(error, "The preview could not be made.") : <strong>{data?.subject}</strong>}
      </p>
      {data && way === "plain" && (
        <pre className="h-120 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunk p-4 font-sans">
          {data.text}
        </pre>
      )}
      {data && way !== "plain" && (
        <iframe
          title={`${title}, as it looks in ${way}`}
          sandbox=""
          src={previewAddress(id, words, way === "dark")}
          className="h-120 w-full rounded-control border border-hairline"
        />
      )}
      {!data && <div className="h-120 rounded-control bg-sunk" />}
    </section>
  );
}
