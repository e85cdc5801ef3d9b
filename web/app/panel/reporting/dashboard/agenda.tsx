// What is to be done: one's own day, what waits for somebody, how full the week is, and how the month goes. Every line leads to where it is
// settled.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "~/api/client";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import { MonthSoFar } from "./month-so-far";
import { MyDay } from "./my-day";
import { WaitingList } from "./waiting-list";
import { WeekLoad } from "./week-load";

const PATH = "/api/panel/dashboard/agenda";

const useAgenda = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

const GRID = "grid gap-4 lg:grid-cols-2";

function AgendaSkeleton() {
  return (
    <SkeletonGroup label="Loading..." className={GRID}>
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </SkeletonGroup>
  );
}

export default function AgendaPart() {
  const { data, isError, refetch } = useAgenda();
  if (data) {
    return (
      <div className="grid gap-4">
        <div className={GRID}>
          <MyDay agenda={data} />
          <WaitingList waiting={data.waiting} />
        </div>
        {data.branchId && data.week.length > 0 && <WeekLoad branch={data.branchId} week={data.week} />}
        {data.month.length > 0 && <MonthSoFar month={data.month} />}
      </div>
    );
  }
  if (!isError) return <AgendaSkeleton />;
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4">
      Failed to fetch what is to be done
      <Button variant="outline" size="small" onClick={() => refetch()}>
        Retry
      </Button>
    </Card>
  );
}
