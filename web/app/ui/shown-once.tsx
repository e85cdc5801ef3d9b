// What the server tells once and keeps no copy of, such as a link that lets somebody in: to be copied now.
import { Copy } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { copyText } from "./copy";
import { Input } from "./input";
import { useShownOnlyNow } from "./shown-only-now";

interface ShownOnceProps {
  label: string;
  value: string;
  /** What to do with it. */
  children: ReactNode;
}

export function ShownOnce({ label, value, children }: ShownOnceProps) {
  const id = useId();
  const keep = useShownOnlyNow();
  return (
    <div className="grid gap-1.5" role="status">
      <label htmlFor={id} className="font-semibold text-small">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          readOnly
          value={value}
          className="min-w-0 flex-1 text-small"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={keep}
        />
        <Button variant="outline" onClick={async () => (await copyText(value, label.toLowerCase())) && keep()}>
          <Copy aria-hidden /> Copy
        </Button>
      </div>
      <p className="text-muted text-small">{children}</p>
    </div>
  );
}
