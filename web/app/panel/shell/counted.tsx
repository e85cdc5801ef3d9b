// The name of a part with how much waits in it.
import { Badge, type BadgeVariant } from "~/ui/badge";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { counted } from "../user/waiting";

interface CountedProps {
  label: string;
  count: number | null | undefined;
  /** What is counted, for those who listen. */
  what?: string;
  variant?: BadgeVariant;
}

export function Counted({ label, count, what = "waiting", variant = "secondary" }: CountedProps) {
  if (!count) return label;
  return (
    <span className="relative flex items-center gap-2">
      {label}
      <Badge variant={variant} className="tabular-nums">
        {counted(count)}
        <VisuallyHidden> {what}</VisuallyHidden>
      </Badge>
    </span>
  );
}
