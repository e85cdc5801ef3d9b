// What other programs have to do with this one: tokens by which they act here, and the reference of what these may call.
import { BookOpen } from "lucide-react";
import { Suspense } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { lazy } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { CalendarFeeds } from "../../../any-record/calendar-feeds";
import { useView } from "../../../list/tab";
import { Toolbar } from "../../../list/toolbar";
import { may, useUser } from "../../../user/user";
import { Connected } from "./connections";
import { useTokens } from "./token";
import { Tokens } from "./tokens";
import { Webhooks } from "./webhooks";

const Reference = lazy(() => import("./reference"));

export default function Integrations() {
  const { isRefetching } = useTokens();
  const configures = may(useUser(), "canEditConfig");
  const [view, openView] = useView("integrations", "api-reference");
  if (view === "api-reference") {
    return (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <Reference onBack={() => openView("integrations")} />
      </Suspense>
    );
  }
  return (
    <>
      <Toolbar
        title="Integrations"
        refreshing={isRefetching}
        action={
          <Button variant="outline" size="small" onClick={() => openView("api-reference")}>
            <BookOpen aria-hidden /> API Reference
          </Button>
        }
      />
      <div className="grid gap-6">
        <Tokens />
        {configures && <Webhooks />}
        <Card className="p-4">
          <CalendarFeeds />
        </Card>
        <Connected />
      </div>
    </>
  );
}
