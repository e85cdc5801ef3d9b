// What must be known of a visit before anything is done: what can hurt, what was promised, where it is, and how one gets in.
import { MessageSquare, Navigation, Pause, Phone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mapOf, tel } from "~/lib/contact";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { PROMISED } from "../../any-record/promised-words";
import { sizeText } from "../../pictures/size";
import { useTextTo } from "../../shell/text-message";
import { KeptPicture } from "./kept-picture";
import type { OwnVisit } from "./own-visit";
import { small } from "./pictures";

function Hazards({ hazards }: { hazards: string }) {
  const lines = hazards.split("\n").filter((line) => line.trim());
  return (
    <section aria-label="Hazards" className="flex gap-3 rounded-card bg-warn-tint p-4 text-on-warn-tint">
      <TriangleAlert aria-hidden className="mt-0.5 size-7 shrink-0" strokeWidth={2.25} />
      <ul className="grid min-w-0 gap-1 font-semibold text-h4">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SayingProps {
  title: string;
  children: ReactNode;
}

function Saying({ title, children }: SayingProps) {
  return (
    <section className="grid gap-1">
      <h4 className="font-sans font-semibold text-muted text-small">{title}</h4>
      {children}
    </section>
  );
}

interface TapProps {
  href: string;
  icon: ReactNode;
  children: string;
}

function Tap({ href, icon, children }: TapProps) {
  const elsewhere = href.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <Button asChild variant="outline" className="min-h-16 flex-1 px-2">
      <a href={href} {...elsewhere}>
        {icon}
        {children}
      </a>
    </Button>
  );
}

function Reach({ visit: { name, phone, address } }: { visit: OwnVisit }) {
  const call = phone && tel(phone);
  const text = useTextTo(name ?? "", phone);
  return (
    <div className="flex gap-2">
      {address && (
        <Tap href={mapOf(address)} icon={<Navigation aria-hidden />}>
          Navigate
        </Tap>
      )}
      {call && (
        <Tap href={call} icon={<Phone aria-hidden />}>
          Call
        </Tap>
      )}
      {text && (
        <Tap href={text} icon={<MessageSquare aria-hidden />}>
          Text
        </Tap>
      )}
    </div>
  );
}

/** Whether the client has heard that somebody is on the way. */
function Announced({ visit: { arrivalToldAt, arrivalMissed } }: { visit: OwnVisit }) {
  const clock = useClock();
  if (arrivalMissed)
    return (
      <p role="alert" className="rounded-card bg-warn-tint p-4 text-base text-on-warn-tint">
        Your client was not told that you are on the way, because {arrivalMissed}. Please call.
      </p>
    );
  return arrivalToldAt && <p className="text-base">The client was told at {clock.timeAt(arrivalToldAt)}.</p>;
}

function VisitorPhotos({ addresses }: { addresses: string[] }) {
  return (
    <ul aria-label="Photos from the client" className="mt-2 grid grid-cols-3 gap-2">
      {addresses.map((address, place) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            <KeptPicture
              src={small(address)}
              alt={`The house, as the client sent it (${place + 1})`}
              className="aspect-square w-full rounded-control border border-hairline bg-sunk object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Site({ visit }: { visit: OwnVisit }) {
  const { hazards, heldSince, promised, description, name, address, access } = visit;
  const size = sizeText(visit.feet, visit.stories);
  return (
    <>
      {hazards && <Hazards hazards={hazards} />}
      {heldSince && (
        <p className="flex items-center gap-3 rounded-card bg-secondary p-4 font-semibold text-on-secondary">
          <Pause aria-hidden className="size-5 shrink-0" />
          This job is on hold. Ask the person who plans before you set out.
        </p>
      )}
      {(promised || size || visit.visitorPhotos.length > 0) && (
        <Saying title={PROMISED.label}>
          {promised && <p className="whitespace-pre-line wrap-anywhere text-h4">{promised}</p>}
          {size && <p className="text-base">{size}</p>}
          {visit.visitorPhotos.length > 0 && <VisitorPhotos addresses={visit.visitorPhotos} />}
        </Saying>
      )}
      {description && (
        <Saying title="What to do">
          <p className="whitespace-pre-line wrap-anywhere text-base">{description}</p>
        </Saying>
      )}
      <Saying title="Where">
        <p className="wrap-anywhere font-semibold text-h4">{name}</p>
        <p className="wrap-anywhere text-base">{address ?? "No address is known."}</p>
      </Saying>
      {visit.status === "on_the_way" && <Announced visit={visit} />}
      <Reach visit={visit} />
      {access && (
        <Saying title="How to get in">
          <p className="whitespace-pre-line wrap-anywhere text-base">{access}</p>
        </Saying>
      )}
    </>
  );
}
