// The reference of the API, drawn from the document that the server makes of its own calls: in groups, searchable, each call with
// what it takes, what it answers and an example.
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { api, bodyOf } from "~/api/client";
import { Badge, type BadgeVariant } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Input } from "~/ui/input";
import { ScreenTitle } from "~/ui/screen-title";
import { Skeleton } from "~/ui/skeleton";
import { Unloaded } from "../../../list/unloaded";
import { AboutWebhooks } from "./about-webhooks";
import { type Answer, type Call, type Field, found, type Group, groupsOf, type OpenApi } from "./document";
import { Example } from "./example";
import { AREAS } from "./token";

const PATH = "/api/panel/api-reference";

const METHODS: Record<string, BadgeVariant> = {
  GET: "outline",
  POST: "default",
  PATCH: "secondary",
  DELETE: "warning",
};

const inGroups = (document: OpenApi) => groupsOf(document, location.origin);

function useReference() {
  return useQuery({
    queryKey: ["api-reference"], // a write changes nothing of it
    queryFn: async () => (await bodyOf(api.get(PATH))) as unknown as OpenApi,
    select: inGroups,
  });
}

function Fields({ fields }: { fields: Field[] }) {
  return (
    <dl className="grid gap-1.5">
      {fields.map(({ name, required, says, within }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          <dt className="min-w-0 break-words">
            <code className="font-semibold">{name}</code>
            {required && <span className="text-muted text-tiny"> (required)</span>}
          </dt>
          <dd className="min-w-0 break-words text-muted">{says}</dd>
          {within.length > 0 && (
            <dd className="mt-1.5 border-hairline border-l pl-3 sm:col-span-2">
              <Fields fields={within} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id={id} className="font-sans font-semibold text-small">
        {title}
      </h3>
      {children}
    </section>
  );
}

const heads = ({ status, says }: Answer) => [status, says].filter(Boolean).join(" ");

function Answers({ answers }: { answers: Answer[] }) {
  return (
    <>
      {answers
        .filter(({ fields }) => fields.length > 0)
        .map((answer) => (
          <Part key={answer.status} title={`Answer: ${heads(answer)}`}>
            <Fields fields={answer.fields} />
          </Part>
        ))}
      <Part title="Other answers">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {answers
            .filter(({ fields }) => fields.length === 0)
            .map((answer) => (
              <li key={answer.status}>{heads(answer)}</li>
            ))}
        </ul>
      </Part>
    </>
  );
}

function CallItem({ call }: { call: Call }) {
  return (
    <li className="border-hairline border-t py-1">
      <Disclosure
        label={
          <span className="grid min-w-0 gap-0.5 py-1 text-left">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge variant={METHODS[call.method] ?? "outline"}>{call.method}</Badge>
              <code className="min-w-0 break-all">{call.path.replace("/api/panel", "")}</code>
            </span>
            <span className="font-normal text-muted text-small">{call.says}</span>
          </span>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4 text-small sm:pl-6">
          <p className="text-muted">
            Open to tokens for:{" "}
            {call.areas.map((area) => AREAS[area as keyof typeof AREAS].label.toLowerCase()).join(", or ")}
          </p>
          {call.parameters.length > 0 && (
            <Part title="Parameters">
              <Fields fields={call.parameters} />
            </Part>
          )}
          {call.body.length > 0 && (
            <Part title="Body">
              <Fields fields={call.body} />
            </Part>
          )}
          <Answers answers={call.answers} />
          <Part title="Example">
            <Example>{call.example}</Example>
          </Part>
        </div>
      </Disclosure>
    </li>
  );
}

function Begin() {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 className="font-sans font-semibold text-h4">How to begin</h2>
      <Example>{`curl ${location.origin}/api/panel/leads \\\n  -H "Authorization: Bearer $DUSKLINE_TOKEN"`}</Example>
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        <li>Every address below begins with {location.origin}/api/panel. A token in an address is refused.</li>
        <li>
          Lists come in pages of 50, up to 200 by <code>limit</code>. The <code>Link</code> header leads to the next
          page, <code>X-Total-Count</code> says how many rows match.
        </li>
        <li>
          Send an <code>Idempotency-Key</code> of your own with a write, and sending it again is harmless: you get the
          first answer.
        </li>
        <li>
          Send <code>If-Match</code> with the <code>ETag</code> that you read, and nobody&rsquo;s edit is overwritten:
          where it has changed, the answer is 409.
        </li>
        <li>
          An error says <code>error</code>, a sentence, and <code>fields</code> where fields are at fault.
        </li>
        <li>A token makes 600 calls a minute. Beyond that the answer is 429, and Retry-After says when to go on.</li>
      </ul>
    </Card>
  );
}

function Groups({ groups }: { groups: Group[] }) {
  return groups.map(({ id, title, calls }) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
        <h2 id={`${id}-title`} className="font-sans font-semibold text-h4">
          {title}
        </h2>
        <ul>
          {calls.map((call) => (
            <CallItem key={call.id} call={call} />
          ))}
        </ul>
      </Card>
    </section>
  ));
}

export default function Reference({ onBack }: { onBack: () => void }) {
  const { data, isError, refetch } = useReference();
  const [words, setWords] = useState("");
  const looked = useDeferredValue(words);
  const groups = data && found(data, looked);
  const number = groups?.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="mr-auto grid gap-1">
          <Button variant="quiet" size="small" className="-ml-3 justify-self-start" onClick={onBack}>
            <ArrowLeft aria-hidden /> Integrations
          </Button>
          <div className="flex items-baseline gap-3">
            <ScreenTitle>API Reference</ScreenTitle>
            <span role="status" className="text-muted tabular-nums">
              {number === undefined ? "" : `${number} calls`}
            </span>
          </div>
        </div>
        <div className="relative max-sm:w-full">
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <Input
            type="search"
            aria-label="Search the calls"
            placeholder="Search the calls"
            className="min-h-10 pl-9 text-small sm:w-64"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </div>
      </div>
      {isError && <Unloaded retry={refetch}>The reference could not be loaded.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-80" />}
      {groups && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start">
          <nav aria-label="Groups of calls" className="lg:sticky lg:top-4">
            <ul className="flex flex-wrap gap-x-4 lg:grid">
              <li>
                <a
                  href="#webhooks"
                  className="inline-flex min-h-10 items-center text-link underline-offset-4 hover:underline"
                >
                  Webhooks
                </a>
              </li>
              {groups.map(({ id, title, calls }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-flex min-h-10 items-center text-link underline-offset-4 hover:underline"
                  >
                    {title} <span className="ml-1.5 text-muted">{calls.length}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            {words === "" && <Begin />}
            {words === "" && <AboutWebhooks />}
            {groups.length === 0 && <p className="text-muted">No call matches your search.</p>}
            <Groups groups={groups} />
          </div>
        </div>
      )}
    </>
  );
}
