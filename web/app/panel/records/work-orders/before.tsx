// What came before an order: what the person asked for and wrote, with photos of the house, and who was there earlier.
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "~/api/client";
import { useClock } from "~/ui/clock";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { fieldName, Shown } from "../../any-record/shown";
import { Detail, Details } from "../../list/details";
import { LinkedRecord } from "../../list/linked-record";
import { SmallPhotos } from "../../list/small-photos";
import { Unloaded } from "../../list/unloaded";
import { visitorDid } from "../enquiries/enquiry";
import { jobKinds, type OrderThread, orderThread } from "./details";
import { Section } from "./section";

type Said = Schemas["TimelineEvent"];

/** What the crew on the roof needs of a quote request. */
const NEEDED = ["scheme", "propertyType", "coverage", "stories", "feet"];

function Asked({ changes }: Pick<Said, "changes">) {
  const told = NEEDED.flatMap((field) => (changes[field] ? [{ field, value: changes[field][1] }] : []));
  return (
    <Details>
      {told.map(({ field, value }) => (
        <Detail key={field} term={fieldName(field)}>
          <Shown field={field} value={value} />
        </Detail>
      ))}
    </Details>
  );
}

function FromClient({ said }: { said: Said[] }) {
  const clock = useClock();
  return (
    <Section title="From the client">
      <ul className="grid gap-4">
        {said.map(({ id, source, action, at, words, changes, photos }) => (
          <li key={id} className="grid gap-2">
            <p className="text-muted">
              {visitorDid(action)}, <Moment at={at}>{clock.ago(at)}</Moment>
            </p>
            {source === "request" && <Asked changes={changes} />}
            {words && <p className="whitespace-pre-line break-words">{words}</p>}
            <SmallPhotos addresses={photos} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EarlierVisits({ visits }: Pick<OrderThread, "visits">) {
  const clock = useClock();
  return (
    <Section title="Earlier visits">
      <ul className="grid gap-3">
        {visits.map(({ id, title, kind, completedDate, notes }) => (
          <li key={id}>
            <p className="break-words">
              <LinkedRecord kind="work_order" id={id} title={title} />
            </p>
            <p className="text-muted">
              {jobKinds[kind].label}
              {completedDate && `, ${clock.day(completedDate)}`}
            </p>
            {notes && <p className="line-clamp-4 whitespace-pre-line break-words">{notes}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Nothing is said where nothing came before. */
export function Before({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: [orderThread.path, id],
    queryFn: () => orderThread.one(id),
  });
  if (data) {
    return (
      <>
        {data.said.length > 0 && <FromClient said={data.said} />}
        {data.visits.length > 0 && <EarlierVisits visits={data.visits} />}
      </>
    );
  }
  if (isError) return <Unloaded retry={refetch}>What came before could not be loaded.</Unloaded>;
  return <Skeleton className="h-24" />;
}
