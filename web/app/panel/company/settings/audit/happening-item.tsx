// A sign-in, a download, an import, an email, or what was refused.
import { startCase } from "~/lib/labels";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { Moment } from "~/ui/moment";
import { eventKinds, type Happening } from "./act";

const DOWNLOADS: Record<string, string> = { audit: "Who did what", "audit-events": "Sign-ins, downloads and email" };

/** "Leads (status: new)", "To ann@customer.example: 550 no such user", "To ann@customer.example: Visit moved". */
function told({ kind, details }: Happening): string {
  const { of, narrowed, to, fault, letter, file } = details as Record<string, unknown>;
  if (kind === "letter_sent") return `To ${to}: ${startCase(String(letter))}`;
  if (kind === "letter_refused") return `To ${to}: ${fault}`;
  if (kind.startsWith("import")) return `${startCase(String(of))} from ${file}`;
  if (kind !== "export") return "";
  const by = Object.entries((narrowed ?? {}) as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
  const what = DOWNLOADS[String(of)] ?? startCase(String(of).replaceAll("-", "_"));
  return by.length > 0 ? `${what} (${by.join(", ")})` : what;
}

export function HappeningItem({ happening }: { happening: Happening }) {
  const clock = useClock();
  const { kind, who, createdAt, ipAddress, userAgent } = happening;
  const what = told(happening);
  const nobody = kind === "sign_in_refused" ? "No account of ours" : "";
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere font-semibold">{who ?? (nobody || what)}</p>
        {what && who && <p className="wrap-anywhere">{what}</p>}
        <p className="text-muted text-small">
          <Moment at={createdAt}>{clock.moment(createdAt)}</Moment>
          {ipAddress && ` · from ${ipAddress}`}
        </p>
        {userAgent && <p className="wrap-anywhere text-muted text-small">{userAgent}</p>}
      </div>
      <LookBadge looks={eventKinds} value={kind} />
    </Card>
  );
}
