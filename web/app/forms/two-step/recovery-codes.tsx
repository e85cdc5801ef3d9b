// Recovery codes, shown once, to keep.
import { Copy } from "lucide-react";
import { Button } from "~/ui/button";
import { useShownOnlyNow } from "~/ui/shown-only-now";
import { notify, notifyError } from "~/ui/toast";

interface RecoveryCodesProps {
  codes: string[];
  /** Goes on, once they are kept. */
  onKept: () => void;
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const keep = useShownOnlyNow();
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      keep();
      notify("Copied");
    } catch {
      notifyError("Error", "The codes could not be copied. Select them and copy them yourself.");
    }
  }
  return (
    <div role="status" className="grid gap-3">
      <p>
        <strong className="font-semibold">Save these recovery codes</strong> somewhere you can get to without your
        phone. Each signs you in once. They are shown only now.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-1 rounded-control bg-sunk p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={copy}>
          <Copy aria-hidden /> Copy
        </Button>
        <Button
          onClick={() => {
            keep();
            onKept();
          }}
        >
          I Have Kept Them
        </Button>
      </div>
    </div>
  );
}
