// How columns of numbers look in the tables of reports.
import { HeadCell } from "~/ui/table";

export const NUMBER = "whitespace-nowrap px-3 text-right tabular-nums";

/** In several lines where its words are much longer than the numbers, so that more columns are seen at once. */
export function NumberHead({ title }: { title: string }) {
  return (
    <HeadCell className="whitespace-normal px-3 text-right align-bottom">
      <span className="inline-block w-max max-w-22 text-balance print:w-auto">{title}</span>
    </HeadCell>
  );
}
