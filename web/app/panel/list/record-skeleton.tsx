// Stands in the place of a record while it comes, or while the code that shows it does.
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";

export function RecordSkeleton() {
  return (
    <SkeletonGroup label="Loading..." className="grid gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}
