// Reports: which one, about what, and what it says. All of that stands in the address, so that it can be sent to a colleague.
import { Printer } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Query } from "~/api/client";
import { sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { ScreenTitle } from "~/ui/screen-title";
import { Skeleton, SkeletonGroup } from "~/ui/skeleton";
import { TabPanel, Tabs } from "~/ui/tabs";
import { DownloadButton } from "../../list/download-button";
import { useBranches } from "../../staff/queries";
import { Controls, Measures } from "./controls";
import { ForecastView } from "./forecast-view";
import { AHEAD, daysOf, spanOf } from "./period";
import printed from "./printed.css?inline";
import {
  CUSTOM,
  FORECAST,
  type Offered,
  type Present,
  reportFile,
  type Saved,
  useForecast,
  useOffered,
  useReport,
} from "./report";
import { ReportView } from "./report-view";
import { SavedReports } from "./saved-reports";

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

function Waiting() {
  return (
    <SkeletonGroup label="Loading..." className="grid gap-4">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
    </SkeletonGroup>
  );
}

function Failed({ error, again }: { error: unknown; again: () => void }) {
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4">
      {sentenceOf(error, "Failed to fetch the report")}
      <Button variant="outline" size="small" onClick={again}>
        Retry
      </Button>
    </Card>
  );
}

/** What a report is broken down by: a custom one by what all that it counts knows. */
const choicesOf = ({ name, by, measures }: Offered, chosen: readonly string[]): string[] =>
  name === FORECAST
    ? []
    : name === CUSTOM
      ? by.filter((one) => measures.every(({ id, by: own }) => !chosen.includes(id) || own.includes(one)))
      : by;

/** What the address asks where a saved report is open. */
const addressOf = (one: Saved): Record<string, string> => ({
  report: one.report,
  by: one.by,
  // The forecast is about no days of the past, so it leaves them to the next report.
  ...(one.period !== AHEAD && { from: one.first, to: one.last }),
  branch: one.ofBranch ?? "",
  measures: one.measures.join(","),
  chart: one.chart ? "" : "no",
});

/** What the address asks for, and a way to change parts of it. */
function useAsked(offered: readonly Offered[]) {
  const [search, setSearch] = useSearchParams();
  const today = useClock().dayIn(0);
  const [first] = offered.filter(({ name }) => name !== FORECAST);
  const kind = offered.find(({ name }) => name === search.get("report")) ?? first ?? offered[0];
  const usual = daysOf("this_month", today);
  const dayAt = (name: "from" | "to", otherwise: string) => {
    const day = search.get(name) ?? "";
    return IS_DAY.test(day) ? day : otherwise;
  };
  const by = search.get("by") ?? "";
  const measures = (search.get("measures") ?? "").split(",").filter(Boolean);
  const choices = kind ? choicesOf(kind, measures) : [];
  const change = (parts: Record<string, string>) =>
    setSearch(
      (was) => {
        const next = new URLSearchParams(was);
        for (const [name, value] of Object.entries(parts)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    today,
    kind,
    choices,
    days: { first: dayAt("from", usual.first), last: dayAt("to", usual.last) },
    branch: search.get("branch") ?? "",
    by: choices.includes(by) ? by : (choices[0] ?? ""),
    measures,
    chart: search.get("chart") !== "no",
    change,
    openSaved: (one: Saved) => change(addressOf(one)),
  };
}

type Asked = ReturnType<typeof useAsked>;

function queryOf({ kind, days, branch, by, measures }: Asked) {
  return {
    from: days.first,
    to: days.last,
    ...(by && { by }),
    ...(branch && { branch }),
    ...(kind?.name === CUSTOM && { measures: measures.join(",") }),
  };
}

interface FrameProps {
  asked: Asked;
  kind: Offered;
  /** What stands beside the controls. */
  acts?: ReactNode;
  children: ReactNode;
}

function Frame({ asked, kind, acts, children }: FrameProps) {
  const { days, today, by, choices, branch, change } = asked;
  const place = useBranches().find(({ id }) => id === branch)?.name;
  return (
    <div data-report>
      <style>{printed}</style>
      <h2 className="text-h4">{[kind.title, place].filter(Boolean).join(", ")}</h2>
      <div className="my-5 flex flex-wrap items-center gap-2 print:hidden">
        <Controls
          hasDays={kind.name !== FORECAST}
          days={days}
          today={today}
          onChange={({ first, last }) => change({ from: first, to: last })}
          by={by}
          choices={choices}
          onBy={(next) => change({ by: next })}
          branch={branch}
          onBranch={(next) => change({ branch: next })}
        />
        <div className="ml-auto flex items-center gap-2">
          {acts}
          <Button variant="outline" size="icon" className="size-10" aria-label="Print" onClick={() => window.print()}>
            <Printer aria-hidden />
          </Button>
        </div>
      </div>
      {children}
    </div>
  );
}

function ForecastPart({ asked, kind }: { asked: Asked; kind: Offered }) {
  const { data, error, refetch } = useForecast(asked.branch);
  const query: Query = asked.branch ? { branch: asked.branch } : {};
  const present: Present = {
    report: FORECAST,
    by: "",
    period: AHEAD,
    measures: [],
    ofBranch: asked.branch || null,
    chart: true,
  };
  const acts = (
    <>
      <SavedReports present={present} open={asked.openSaved} />
      {data && <DownloadButton name="forecast.csv" fetch={() => reportFile(FORECAST, query)} />}
    </>
  );
  return (
    <Frame asked={asked} kind={kind} acts={acts}>
      {data ? <ForecastView forecast={data} /> : error ? <Failed error={error} again={refetch} /> : <Waiting />}
    </Frame>
  );
}

function ReportPart({ asked, kind, offered }: { asked: Asked; kind: Offered; offered: readonly Offered[] }) {
  const query = queryOf(asked);
  const { data, error, refetch } = useReport(kind.name, query);
  const { days, today, by, branch, measures, chart, change, openSaved } = asked;
  const span = spanOf(days, today);
  const isUnchosen = kind.name === CUSTOM && measures.length === 0;
  const present = span &&
    !isUnchosen && { report: kind.name, by, period: span, measures, ofBranch: branch || null, chart };
  const acts = (
    <>
      <Button
        variant="outline"
        className="min-h-10 text-small"
        aria-pressed={chart}
        onClick={() => change({ chart: chart ? "no" : "" })}
      >
        Chart
      </Button>
      <SavedReports present={present || null} open={openSaved} />
      {data && <DownloadButton name={`${kind.name}.csv`} fetch={() => reportFile(kind.name, query)} />}
    </>
  );
  return (
    <Frame asked={asked} kind={kind} acts={acts}>
      {kind.name === CUSTOM && (
        <Measures
          offered={offered.filter(({ name }) => name !== CUSTOM)}
          chosen={measures}
          onChange={(chosen) => change({ measures: chosen.join(",") })}
        />
      )}
      {isUnchosen ? (
        <p className="text-muted">Choose at least one thing to count.</p>
      ) : error ? (
        <Failed error={error} again={refetch} />
      ) : data ? (
        <ReportView report={data} chart={chart} />
      ) : (
        <Waiting />
      )}
    </Frame>
  );
}

function Loaded({ offered }: { offered: readonly Offered[] }) {
  const asked = useAsked(offered);
  const tabs = useMemo(() => offered.map(({ name, title }) => ({ value: name, label: title })), [offered]);
  const { kind, change } = asked;
  if (!kind) return <p className="text-muted">Your role sees no list that a report tells of.</p>;
  return (
    <Tabs
      label="Reports"
      value={kind.name}
      onValueChange={(report) => change({ report, by: "", measures: "" })}
      tabs={tabs}
    >
      {offered.map((one) => (
        <TabPanel key={one.name} value={one.name}>
          {one.name === FORECAST ? (
            <ForecastPart asked={asked} kind={one} />
          ) : (
            <ReportPart asked={asked} kind={one} offered={offered} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

export default function ReportsScreen() {
  const { data, error, refetch } = useOffered();
  return (
    <>
      <div className="mb-3">
        <ScreenTitle>Reports</ScreenTitle>
      </div>
      {data ? <Loaded offered={data} /> : error ? <Failed error={error} again={refetch} /> : <Waiting />}
    </>
  );
}
