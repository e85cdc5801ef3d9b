// The opening of a page that goes straight to its content, without a picture.
import { PageLabel } from "./page-label";

export function PageOpening({ label, title, lead }: { label: string; title: string; lead: string }) {
  return (
    <header className="container-site grid gap-x-6 gap-y-5 pt-12 pb-10 md:grid-cols-12 md:items-end md:pt-20 md:pb-14">
      <div className="md:col-span-7">
        <PageLabel label={label} />
        <h1 className="text-h1">{title}</h1>
      </div>
      <p className="max-w-[46ch] text-lead text-muted md:col-span-5 lg:col-span-4 lg:col-start-9">{lead}</p>
    </header>
  );
}
