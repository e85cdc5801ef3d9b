// The photos that visitors sent, until somebody says which are shown.
import { CardGrid, CardGridSkeleton } from "../../list/cards";
import { Chunks } from "../../list/chunks";
import { useFilters } from "../../list/filters";
import { type List, useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { FilterSelect, Toolbar } from "../../list/toolbar";
import { type Submission, submissions } from "./submission";
import { SubmissionCard } from "./submission-card";
import { useUnsavedWords } from "./unsaved-words";

const rules = { approved: ["0", "1", "-1"] } as const;

export function Moderation() {
  const { filters, setFilter } = useFilters(rules);
  const approved = filters.approved || "0";
  // Whoever has waited longest comes first.
  const list = useList(submissions, { approved, ...(approved === "0" && { sort: "oldest" }) });
  return (
    <>
      <Toolbar title="Gallery" count={list.count} refreshing={list.refreshing}>
        <FilterSelect
          label="Filter by state"
          value={approved}
          onChange={(state) => setFilter("approved", state)}
          options={[
            { value: "0", label: "Pending" },
            { value: "1", label: "Approved" },
            { value: "-1", label: "Rejected" },
          ]}
        />
      </Toolbar>
      <Photos list={list} />
    </>
  );
}

/** The cards, before them those of photos that are not in the list (anymore) and hold words that are not saved. */
function Photos({ list }: { list: List<Submission> }) {
  const { kept, ...words } = useUnsavedWords();
  const listed = new Set(list.pages.flat().map(({ id }) => id));
  const left =
    list.state === "loaded" && !list.passing ? Object.values(kept).filter(({ base }) => !listed.has(base.id)) : [];
  const cards = (photos: Submission[]) => (
    <CardGrid>
      {photos.map((photo) => (
        <li key={photo.id}>
          <SubmissionCard photo={photo} kept={kept[photo.id]} {...words} />
        </li>
      ))}
    </CardGrid>
  );
  return (
    <>
      {left.length > 0 && (
        <section aria-label="Unsaved changes" className="mb-4 grid gap-3">
          <p className="rounded-control bg-warn-tint p-3 text-on-warn-tint">
            No longer in this list, but what you wrote here is not saved yet.
          </p>
          {cards(left.map(({ base }) => base))}
        </section>
      )}
      <ListBody
        list={list}
        failed="Failed to fetch photos"
        empty={{ text: "No photos here.", help: "Photos that visitors send from the gallery page wait here for you." }}
        unmatched={null}
        skeleton={<CardGridSkeleton />}
      >
        <Chunks pages={list.pages}>{cards}</Chunks>
      </ListBody>
    </>
  );
}
