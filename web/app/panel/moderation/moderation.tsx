// The photos that visitors sent, until somebody says which are shown.
import { useFilters } from "../list/filters";
import { CardGrid, CardGridSkeleton, Chunks, ListBody } from "../list/list-body";
import { FilterSelect, RefreshButton, Toolbar } from "../list/toolbar";
import { useSubmissions } from "./queries";
import { SubmissionCard } from "./submission-card";

const rules = { approved: ["0", "1", "-1"] } as const;

export function Moderation() {
  const { filters, setFilter } = useFilters(rules);
  const approved = filters.approved || "0";
  const list = useSubmissions({ approved });
  return (
    <>
      <Toolbar title="Gallery" count={list.count}>
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
        <RefreshButton refreshing={list.refreshing} />
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch photos"
        empty={{ text: "No photos here.", help: "Photos that visitors send from the gallery page wait here for you." }}
        unmatched={null}
        skeleton={<CardGridSkeleton />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <CardGrid>
              {rows.map((photo) => (
                <li key={photo.id}>
                  <SubmissionCard photo={photo} />
                </li>
              ))}
            </CardGrid>
          )}
        </Chunks>
      </ListBody>
    </>
  );
}
