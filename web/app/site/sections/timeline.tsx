// The company's years, hung on a line of lights.
import type { Milestone } from "../content/types";
import { SampleMark } from "./rendered";

export function Timeline({ items }: { items: Milestone[] }) {
  return (
    <ol className="timeline">
      {items.map(({ year, title, text, sample }) => (
        <li key={year} className="timeline-item">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="numeral">{year}</span>
            {sample && <SampleMark />}
          </div>
          <h3 className="text-h3 font-semibold mt-1">{title}</h3>
          <p className="mt-1 max-w-[52ch] text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
