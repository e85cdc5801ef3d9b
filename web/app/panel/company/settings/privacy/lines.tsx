// What becomes of somebody's data, by what happens to it: erased, made anonymous, kept and why.
import { Detail, Details } from "../../../list/details";
import type { Line } from "./person";

const rowsOf = ({ says, rows }: Line) => `${says} (${rows.toLocaleString("en-US")})`;

interface LinesProps {
  lines: Line[];
  /** Whether it has happened already. */
  done?: boolean;
}

export function Lines({ lines, done = false }: LinesProps) {
  const of = (fate: string, mentioned: boolean) =>
    lines.filter((line) => line.fate === fate && line.mentioned === mentioned);
  const parts: [string, Line[]][] = [
    ["Deleted", of("erase", false)],
    ["Made anonymous", of("anonymise", false)],
    ["Taken out of", [...of("anonymise", true), ...of("erase", true)]],
  ];
  const kept = lines.filter(({ fate }) => fate === "keep");
  return (
    <Details>
      {parts.map(
        ([term, some]) =>
          some.length > 0 && (
            <Detail key={term} term={term}>
              {some.map(rowsOf).join(", ")}
            </Detail>
          ),
      )}
      {kept.map((line) => (
        <Detail key={`${line.says} ${line.mentioned}`} term="Kept">
          {rowsOf(line)}: {line.why}
        </Detail>
      ))}
      {lines.length === 0 && <Detail term="Found">{done ? "Nothing was there." : "Nothing."}</Detail>}
    </Details>
  );
}
