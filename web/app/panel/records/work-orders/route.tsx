// The work orders screen: one's own day, the table with its filters and the drawer of one order, and the week of a branch.
import { useState } from "react";
import { Dialog } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { TabPanel, Tabs } from "~/ui/tabs";
import { useFilters } from "../../list/filters";
import { useOpenRecord } from "../../list/open-record";
import { RecordSkeleton } from "../../list/record-skeleton";
import { useView } from "../../list/tab";
import { TodayView } from "../../schedule/today/today-view";
import { isToday } from "../../user/entries";
import { useUser } from "../../user/user";
import { orderRules, usualAssignee } from "./order-filters";

// Loaded when the first order is opened.
const WorkOrderDrawer = lazyOnDemand(() => import("./work-order-drawer"), {
  wanted: () => true,
  fallback: RecordSkeleton,
  onError: ({ onClose }) => onClose(),
});

const OrderList = lazyOnDemand(() => import("./order-list"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => {},
});

// Fetched with the screen: at a desk it is what one begins with. A phone that asks for Today, perhaps without a network, does without.
if (!isToday(location.search)) OrderList.preload().catch(() => undefined);

// Loaded when somebody looks at a week.
const WeekView = lazyOnDemand(() => import("../../schedule/week"), {
  wanted: () => true,
  fallback: () => <Skeleton className="h-96" />,
  onError: () => history.back(),
});

/** The drawer of one order, over whichever view it was opened from. */
function OpenedOrder() {
  const { opened, close } = useOpenRecord();
  return (
    <Dialog open={opened.kind === "record"} onOpenChange={close} shape="right" title="Work Order">
      {opened.kind === "record" && <WorkOrderDrawer key={opened.id} id={opened.id} onClose={close} />}
    </Dialog>
  );
}

const VIEWS = [
  { value: "list", label: "Work Orders" },
  { value: "week", label: "Week" },
];
const TODAY = { value: "today", label: "Today" };

/** Below this width somebody of a crew is at a house and not at a desk. */
const ON_A_PHONE = "(max-width: 47.99rem)";

/** What is shown where the address that led here asks for nothing in particular. */
function useUsualView(): "today" | "list" {
  const { narrowed } = useFilters(orderRules);
  const { opened } = useOpenRecord();
  const goesOut = usualAssignee(useUser()) === "me";
  const [usual] = useState<"today" | "list">(() => {
    const asked = narrowed || opened.kind !== "closed";
    return goesOut && !asked && matchMedia(ON_A_PHONE).matches ? "today" : "list";
  });
  return usual;
}

export default function WorkOrdersScreen() {
  const [view, openView] = useView<"today" | "list" | "week">(useUsualView(), "list", "week", "today");
  const goesOut = usualAssignee(useUser()) === "me";
  const views = goesOut ? [TODAY, ...VIEWS] : [...VIEWS, TODAY];
  return (
    <Tabs label="Work Orders" value={view} onValueChange={openView} tabs={views}>
      <TabPanel value="today">
        <TodayView />
      </TabPanel>
      <TabPanel value="list">
        <OrderList />
      </TabPanel>
      <TabPanel value="week">
        <WeekView />
      </TabPanel>
      <OpenedOrder />
    </Tabs>
  );
}
