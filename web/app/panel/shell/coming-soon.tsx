// What a screen will offer later, listed plainly.
import { Card } from "~/ui/card";

interface ComingSoonProps {
  lead: string;
  items: readonly string[];
}

export function ComingSoon({ lead, items }: ComingSoonProps) {
  return (
    <Card className="max-w-text p-6">
      <h2 className="font-sans font-semibold text-h4">Coming soon</h2>
      <p className="mt-1 text-muted">{lead}</p>
      <ul className="mt-4 grid gap-2">
        {items.map((item) => (
          <li key={item} className="flex gap-3 border-hairline border-t pt-2">
            {item}
          </li>
        ))}
      </ul>
    </Card>
  );
}
