// What is covered, for how long, and how.
interface CoverageProps {
  caption: string;
  columns: { part: string; term: string; cover: string };
  items: { part: string; term: string; cover: string }[];
}

export function Coverage({ caption, columns, items }: CoverageProps) {
  return (
    <table className="w-full border-collapse text-left max-sm:text-small">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted text-small">
        <tr>
          <th scope="col" className="pb-3 font-normal">
            {columns.part}
          </th>
          <th scope="col" className="pb-3 font-normal">
            {columns.term}
          </th>
          <th scope="col" className="pb-3 font-normal">
            {columns.cover}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ part, term, cover }) => (
          <tr key={part} className="border-hairline border-t">
            <th scope="row" className="py-4 pr-3 font-semibold">
              {part}
            </th>
            <td className="py-4 pr-3 text-accent sm:whitespace-nowrap">{term}</td>
            <td className="py-4 text-muted">{cover}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
