// Points one under the other between hairlines: the name on the left, the words on the right.
import type { ReactNode } from "react";

interface Row {
  title: string;
  text: string;
  /** Over the title: when it happens, for one. */
  over?: ReactNode;
}

export function Rows({ items }: { items: Row[] }) {
  return (
    <ul>
      {items.map(({ title, text, over }) => (
        <li
          key={title}
          className="grid gap-x-6 gap-y-2 border-hairline border-t py-7 last:border-b md:grid-cols-12 md:py-9"
        >
          <div className="md:col-span-5">
            {over && <p className="mb-1 text-accent text-small">{over}</p>}
            <h3 className="text-h3 font-semibold">{title}</h3>
          </div>
          <p className="max-w-[58ch] text-muted md:col-span-7">{text}</p>
        </li>
      ))}
    </ul>
  );
}
