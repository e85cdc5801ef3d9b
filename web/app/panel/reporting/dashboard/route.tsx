// The dashboard: how much there is of everything, and who one is.
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import type { Permission, User } from "~/api/session";
import { startCase } from "~/lib/labels";
import { fullName } from "~/lib/people";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { lazy } from "~/ui/lazy";
import { ScreenTitle } from "~/ui/screen-title";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import { Detail, Details } from "../../list/details";
import { useSetup } from "../../setup/setup";
import { endStep } from "../../setup/under-way";
import { RoleBadge } from "../../staff/role-badge";
import { entries } from "../../user/entries";
import { may, useUser } from "../../user/user";
import { StatCard } from "./stat-card";

const Checklist = lazy(() => import("../../setup/checklist"));
const Agenda = lazy(() => import("./agenda"));

/** Which records a role reads; what it does not read counts as none. */
const READS: Record<keyof Schemas["Stats"], Permission[]> = {
  workOrders: ["canManageWorkOrders", "canViewAllData"],
  tickets: ["canManageTickets", "canViewAllData"],
  leads: ["canManageLeads", "canViewAllData"],
  clients: ["canManageLeads", "canManageWorkOrders", "canViewAllData"],
};

const reads = (user: User, kind: keyof Schemas["Stats"]) => READS[kind].some((permission) => may(user, permission));

/** The four kinds of records with their counts, in the order they are shown. */
const kinds = ({ workOrders, tickets, leads, clients }: Schemas["Stats"]) => [
  {
    kind: "workOrders" as const,
    title: "Work Orders",
    path: "/panel/work-orders",
    total: workOrders.total,
    parts: [
      { term: "Pending", count: workOrders.pending },
      { term: "In Progress", count: workOrders.inProgress },
      { term: "Completed", count: workOrders.completed },
    ],
  },
  {
    kind: "tickets" as const,
    title: "Support Tickets",
    path: "/panel/tickets",
    total: tickets.total,
    parts: [
      { term: "Open", count: tickets.open },
      { term: "In Progress", count: tickets.inProgress },
      { term: "Resolved", count: tickets.resolved },
    ],
  },
  {
    kind: "leads" as const,
    title: "Leads",
    path: "/panel/leads",
    total: leads.total,
    parts: [
      { term: "New", count: leads.new },
      { term: "Contacted", count: leads.contacted },
      { term: "Qualified", count: leads.qualified },
    ],
  },
  {
    kind: "clients" as const,
    title: "Clients",
    path: "/panel/clients",
    total: clients.total,
    parts: [
      { term: "Active", count: clients.active },
      { term: "Inactive", count: clients.total - clients.active },
    ],
  },
];

const useStats = () =>
  useQuery({ queryKey: ["/api/panel/dashboard/stats"], queryFn: () => bodyOf(api.get("/api/panel/dashboard/stats")) });

const GRID = "grid gap-4 sm:grid-cols-2 xl:grid-cols-4";

function Stats() {
  const user = useUser();
  const { data, isError, refetch } = useStats();
  if (data) {
    const open = entries.filter(({ allowed }) => allowed(user)).map(({ path }) => path);
    return (
      <div className={GRID}>
        {kinds(data).map(({ kind, path, ...figures }) => (
          <StatCard key={path} {...figures} href={open.includes(path) ? path : null} readable={reads(user, kind)} />
        ))}
      </div>
    );
  }
  if (isError) {
    return (
      <Card role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4">
        Failed to fetch dashboard stats
        <Button variant="outline" size="small" onClick={() => refetch()}>
          Retry
        </Button>
      </Card>
    );
  }
  return <StatsSkeleton />;
}

function StatsSkeleton() {
  return (
    <SkeletonGroup label="Loading..." className={GRID}>
      {["work orders", "tickets", "leads", "clients"].map((kind) => (
        <Card key={kind} className="grid gap-3 p-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-24" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}

function Account() {
  const user = useUser();
  return (
    <Card className="grid content-start gap-4 p-5">
      <h2 className="font-sans font-semibold text-base">Your Account</h2>
      <Details>
        <Detail term="Name">{fullName(user) || "Not set"}</Detail>
        <Detail term="Email">{user.email}</Detail>
        <Detail term="Role">
          <RoleBadge role={user.role} />
        </Detail>
        <Detail term="Status">
          <Badge
            variant={user.status === "active" ? "success" : "outline"}
            mark={user.status === "active" ? "full" : "empty"}
          >
            {startCase(user.status)}
          </Badge>
        </Detail>
      </Details>
    </Card>
  );
}

function Feature({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      <span>{children}</span>
    </li>
  );
}

/** What there is to work with. */
const FEATURES: { kind: keyof Schemas["Stats"]; says: string }[] = [
  { kind: "leads", says: "Leads: turn messages and quote requests into sales" },
  { kind: "clients", says: "Clients: keep everyone you installed for in one place" },
  { kind: "workOrders", says: "Work Orders: schedule and document installations" },
  { kind: "tickets", says: "Support Tickets: follow every question to its answer" },
];

function GettingStarted() {
  const user = useUser();
  return (
    <Card className="grid content-start gap-4 p-5">
      <h2 className="font-sans font-semibold text-base">Getting Started</h2>
      <div className="flex flex-wrap gap-2">
        <Badge variant="success">Authentication Active</Badge>
        <Badge variant="success">Database Connected</Badge>
      </div>
      <ul className="grid gap-2">
        {FEATURES.filter(({ kind }) => reads(user, kind)).map(({ says }) => (
          <Feature key={says}>{says}</Feature>
        ))}
        {user.role === "admin" && <Feature>As an administrator, you can manage users and permissions</Feature>}
      </ul>
    </Card>
  );
}

/** The checklist of a company that is being set up. */
function SettingUp() {
  const { data } = useSetup();
  if (!data?.open) return null;
  return (
    <Suspense fallback={<Skeleton className="h-[40rem]" />}>
      <Checklist setup={data} />
    </Suspense>
  );
}

export default function Dashboard() {
  const user = useUser();
  const { isLoading } = useSetup();
  useStats(); // asked for beside the checklist, and shown after it: nothing moves once it is there
  useEffect(endStep, []);
  return (
    <div className="grid gap-6">
      <ScreenTitle tab="Dashboard">{`Welcome, ${user.firstName || user.email}`}</ScreenTitle>
      {!user.role && (
        <div role="alert" className="flex gap-3 rounded-card bg-warn-tint p-4 text-on-warn-tint">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          <p>Your account is not assigned a role yet. Please contact an administrator.</p>
        </div>
      )}
      {isLoading ? (
        <StatsSkeleton />
      ) : (
        <>
          <SettingUp />
          <Stats />
          {user.role && (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <Agenda />
            </Suspense>
          )}
          <div className="grid gap-4 lg:grid-cols-2">
            <Account />
            <GettingStarted />
          </div>
        </>
      )}
    </div>
  );
}
