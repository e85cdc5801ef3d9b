// An authenticator app to set up: what it scans, and the field for its first code.
import type { ReactNode } from "react";
import { object } from "valibot";
import type { Schemas } from "~/api/client";
import { TextField } from "../fields";
import { required } from "../rules";

export const codeSchema = object({ code: required("Enter the code") });

/** Stands in a form of `codeSchema`. */
export function AppSetup({ enrollment }: { enrollment: Schemas["Enrollment"] }) {
  return (
    <>
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          Scan this with an authenticator app, or{" "}
          <a href={enrollment.address} className="text-link underline underline-offset-4">
            open it on this phone
          </a>
          .
          <Dots rows={enrollment.dots} />
          <Key>
            No camera? Type this key into the app: <Secret>{enrollment.secret}</Secret>
          </Key>
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} autoFocus />
    </>
  );
}

const Key = ({ children }: { children: ReactNode }) => <p className="text-muted text-small">{children}</p>;

/** In groups of four, which are easier to type; copied, it is one word. */
const Secret = ({ children }: { children: string }) => (
  <code className="break-words font-semibold text-ink">{children.match(/.{1,4}/g)?.join(" ")}</code>
);

/** Black on white in both themes: cameras look for that. */
function Dots({ rows }: { rows: string[] }) {
  const path = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label="A square of dots to scan with an authenticator app"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="my-2 size-48 rounded-control bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
