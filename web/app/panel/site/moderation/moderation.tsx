// The photos of the gallery: visitors', until somebody says which are shown, and the company's own, in their order.
import { Suspense } from "react";
import { Dialog } from "~/ui/dialog";
import { lazy } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { CardGrid, CardGridSkeleton } from "../../list/cards";
import { Chunks } from "../../list/chunks";
import { useFilters } from "../../list/filters";
import { type List, useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, Toolbar } from "../../list/toolbar";
import { type Submission, submissions } from "./submission";
import { SubmissionCard } from "./submission-card";
import { useUnsavedWords } from "./unsaved-words";

const OwnPhotoForm = lazy(() => import("./own-photo-form"));

const SORTS: Record<string, string> = { "0": "oldest", "1": "place" };
const rules = { approved: ["0", "1", "-1"] } as const;

export function Moderation() {
  const { filters, setFilter, reveal } = useFilters(rules);
  const approved = filters.approved || "0";
  const { opened, openNew, close } = useOpenRecord();
  // The photo that has waited longest comes first; what is shown stands as visitors see it.
  const sort = SORTS[approved];
  const list = useList(submissions, { approved, ...(sort && { sort }) });
  return (
    <>
      <Toolbar
        title="Gallery"
        count={list.count}
        refreshing={list.refreshing}
        action={<NewButton onClick={openNew}>New Photo</NewButton>}
      >
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
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title="New Photo">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OwnPhotoForm onDone={(made) => (made ? reveal(made, { approved: "1" }) : close())} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** The cards, before them those of photos that are not in the list (anymore) and hold words that are not saved. */
function Photos({ list }: { list: List<Submission> }) {
  const { kept, ...words } = useUnsavedWords();
  const most = list.state === "loaded" && !list.more ? list.pages.flat().length : undefined;
  const listed = new Set(list.pages.flat().map(({ id }) => id));
  const left =
    list.state === "loaded" && !list.passing ? Object.values(kept).filter(({ base }) => !listed.has(base.id)) : [];
  const cards = (photos: Submission[]) => (
    <CardGrid>
      {photos.map((photo) => (
        <li key={photo.id}>
          <SubmissionCard photo={photo} kept={kept[photo.id]} most={most} {...words} />
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
