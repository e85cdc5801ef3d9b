// The company's years, hung on a line of lights.
import { If, Items } from "../slots";
import { SampleMark } from "./rendered";

export function Timeline() {
  return (
    <ol className="wrap-anywhere timeline">
      <Items section="milestones">
        {({ note, title, text, sample }) => (
          <li className="timeline-item">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <span className="numeral">{note}</span>
              <If value={sample}>
                <SampleMark />
              </If>
            </div>
            <h3 className="text-h3 font-semibold mt-1">{title}</h3>
            <p className="mt-1 max-w-[52ch] text-muted">{text}</p>
          </li>
        )}
      </Items>
    </ol>
  );
}
