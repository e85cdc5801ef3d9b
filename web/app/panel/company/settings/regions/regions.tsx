// The regions: which branches lie in each, and how many people manage it.
import { SkeletonGroup } from "~/ui/skeleton";
import { RecordDialogs } from "../../../any-record/record-dialogs";
import { CardGrid, CardGridSkeleton, EditButton, ListCard } from "../../../list/cards";
import { Detail, Details } from "../../../list/details";
import { useOpenRecord } from "../../../list/open-record";
import { NewButton, Toolbar } from "../../../list/toolbar";
import { Unloaded } from "../../../list/unloaded";
import { useBranches, useRegionList } from "../../../staff/queries";
import { type Region, regions } from "./region";
import { RegionForm } from "./region-form";

function RegionCard({ region, onEdit }: { region: Region; onEdit: (id: string) => void }) {
  const inside = useBranches().filter(({ regionId }) => regionId === region.id);
  return (
    <ListCard title={region.name} badge={<span className="text-muted">{region.code}</span>}>
      <Details>
        <Detail term="Branches">{inside.map(({ name }) => name).join(", ") || "None yet"}</Detail>
        <Detail term="Managers">{region.managers || "None yet"}</Detail>
      </Details>
      <EditButton title={region.name} onClick={() => onEdit(region.id)} />
    </ListCard>
  );
}

export default function Regions() {
  const { data, isError, isRefetching, refetch } = useRegionList();
  const { opened, openRecord, openNew, close } = useOpenRecord();
  return (
    <>
      <Toolbar
        title="Regions"
        count={data?.length}
        refreshing={isRefetching}
        action={<NewButton onClick={openNew}>New Region</NewButton>}
      />
      {isError && <Unloaded retry={refetch}>The regions could not be loaded.</Unloaded>}
      {!(data || isError) && (
        <SkeletonGroup label="Loading...">
          <CardGridSkeleton />
        </SkeletonGroup>
      )}
      <p className="mb-4 text-muted">
        Regional managers see every branch of their region. To move a branch, edit the branch.
      </p>
      <CardGrid>
        {data?.map((region) => (
          <li key={region.id}>
            <RegionCard region={region} onEdit={openRecord} />
          </li>
        ))}
      </CardGrid>
      <RecordDialogs kind={regions} noun="Region" form={RegionForm} opened={opened} close={close} reveal={close} />
    </>
  );
}
