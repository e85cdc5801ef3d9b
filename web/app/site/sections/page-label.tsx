// The page's name, shown with the way back to the landing page.
import { notes } from "../content/company-blocks";

export function PageLabel({ label }: { label: string }) {
  return (
    <nav aria-label={notes.breadcrumb} className="mb-5 text-muted text-small">
      <ol className="flex gap-2">
        <li>
          <a href="/" className="underline underline-offset-4 hover:text-ink">
            {notes.home}
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{label}</li>
      </ol>
    </nav>
  );
}
