// Staff whose role works in branches, but who have none yet, see nothing and can make nothing: here they are told why.
import { TriangleAlert } from "lucide-react";
import type { User } from "~/api/session";
import { useUser } from "../user/user";

/** Why nothing exists for a person, or null where something may. */
function whyNothing({ scope, regionId, homeBranchId }: User): string | null {
  if (!scope || homeBranchId !== null) return null;
  if (scope === "branch") return "Your account has no branch yet. Ask an administrator to assign one.";
  return regionId
    ? "Your region has no branches yet. Ask an administrator to add one."
    : "Your account has no region yet. Ask an administrator to assign one.";
}

interface NoBranchProps {
  /** What that means here. */
  children: string;
}

export function NoBranch({ children }: NoBranchProps) {
  const why = whyNothing(useUser());
  if (!why) return null;
  return (
    <div role="alert" className="mb-5 flex gap-3 rounded-card bg-warn-tint p-4 text-on-warn-tint sm:col-span-2">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p>
        {why} {children}
      </p>
    </div>
  );
}
