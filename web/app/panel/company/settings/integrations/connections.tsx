// What the installation is connected to, and how that stands: mail, storage, analytics. Those who run the server set them.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { Unloaded } from "../../../list/unloaded";
import { may, useUser } from "../../../user/user";
import { useMail } from "../mail/letter";
import { Trial, Way } from "../mail/setup";

const PATH = "/api/panel/connections";
const GIGABYTE = 1e9;
/** Of a disk: below it somebody should make room. */
const TIGHT = 0.05;

const useConnections = () => useQuery({ queryKey: [PATH], queryFn: () => bodyOf(api.get(PATH)) });

interface ItemProps {
  title: string;
  badge: ReactNode;
  children: ReactNode;
}

function Item({ title, badge, children }: ItemProps) {
  return (
    <li className="grid gap-2 border-hairline border-t py-3">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans font-semibold text-base">
        {title} {badge}
      </h3>
      {children}
    </li>
  );
}

const Good = ({ children }: { children: string }) => (
  <Badge variant="success" mark="check">
    {children}
  </Badge>
);
const Bad = ({ children }: { children: string }) => <Badge variant="warning">{children}</Badge>;
const Off = ({ children }: { children: string }) => <Badge variant="outline">{children}</Badge>;

function Mail({ lastSentAt }: Schemas["Connections"]) {
  const { data: mail } = useMail();
  const clock = useClock();
  const tries = may(useUser(), "canEditConfig");
  if (!mail) return null;
  const faults = mail.unsure + mail.dead;
  const connected = mail.server !== null && mail.worker !== "off";
  return (
    <Item
      title="Mail"
      badge={
        !connected ? (
          <Off>Not connected</Off>
        ) : faults > 0 ? (
          <Bad>{`${faults} to look after`}</Bad>
        ) : (
          <Good>Connected</Good>
        )
      }
    >
      <Way {...mail} />
      <p className="text-muted">
        {lastSentAt ? (
          <>
            The last email went out <Moment at={lastSentAt}>{clock.recent(lastSentAt)}</Moment>.
          </>
        ) : (
          "No email has gone out yet."
        )}
      </p>
      {tries && <Trial />}
    </Item>
  );
}

const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(bytes < 10 * GIGABYTE ? 1 : 0)} GB`;

function Storage({ storage }: Schemas["Connections"]) {
  if (!storage?.writable) {
    return (
      <Item title="Storage" badge={<Bad>Not writable</Bad>}>
        <p>Photos cannot be saved. Those who run the server should look at its data folder.</p>
      </Item>
    );
  }
  const tight = storage.free / storage.whole < TIGHT;
  return (
    <Item title="Storage" badge={tight ? <Bad>Nearly full</Bad> : <Good>Connected</Good>}>
      <p>
        Photos are kept on the server&rsquo;s own disk: {inGigabytes(storage.free)} of {inGigabytes(storage.whole)} are
        free.
      </p>
    </Item>
  );
}

function Analytics({ measurementId }: Schemas["Connections"]) {
  if (measurementId === null) {
    return (
      <Item title="Analytics" badge={<Off>Not connected</Off>}>
        <p>
          Nothing is measured, and no page loads anything from elsewhere. Those who run the server set
          DUSKLINE_GA_MEASUREMENT_ID.
        </p>
      </Item>
    );
  }
  return (
    <Item title="Analytics" badge={<Good>Connected</Good>}>
      <p>
        Pages report to Google Analytics as <strong>{measurementId}</strong>.
      </p>
    </Item>
  );
}

export function Connected() {
  const { data, isError, refetch } = useConnections();
  return (
    <section aria-labelledby="connected">
      <Card className="grid gap-2 p-4">
        <h2 id="connected" className="font-sans font-semibold text-h4">
          What is connected
        </h2>
        {isError && <Unloaded retry={refetch}>What is connected could not be loaded.</Unloaded>}
        {!(data || isError) && <Skeleton className="h-40" />}
        {data && (
          <ul>
            <Mail {...data} />
            <Storage {...data} />
            <Analytics {...data} />
          </ul>
        )}
      </Card>
    </section>
  );
}
