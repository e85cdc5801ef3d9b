// The branches in scope: how each is reached, when it is open, and whether it takes anything new.
import { LookBadge } from "~/ui/look-badge";
import { SkeletonGroup } from "~/ui/skeleton";
import { dialogsOnDemand } from "../../../any-record/dialogs-on-demand";
import { CardGrid, CardGridSkeleton, EditButton, ListCard } from "../../../list/cards";
import { MailLink, PhoneLink } from "../../../list/contact";
import { Detail, Details } from "../../../list/details";
import { useOpenRecord } from "../../../list/open-record";
import { NewButton, Toolbar } from "../../../list/toolbar";
import { Unloaded } from "../../../list/unloaded";
import { BranchTime } from "../../../staff/branch";
import { useBranchList } from "../../../staff/queries";
import { may, useUser } from "../../../user/user";
import { type Branch, branchStatuses, holidayText } from "./branch";

const BranchDialogs = dialogsOnDemand(() => import("./branch-dialogs"));

function BranchCard({ branch, onEdit }: { branch: Branch; onEdit: (id: string) => void }) {
  return (
    <ListCard title={branch.name} badge={<LookBadge looks={branchStatuses} value={branch.status} />}>
      <Details>
        <Detail term="Region">{branch.regionName}</Detail>
        <Detail term="Address">{branch.address}</Detail>
        <Detail term="Phone">{branch.phone ? <PhoneLink phone={branch.phone} /> : "The company's"}</Detail>
        <Detail term="Email">{branch.email ? <MailLink email={branch.email} /> : "The company's"}</Detail>
        <Detail term="Open">{branch.openWords ?? "The company's hours"}</Detail>
        {branch.holidays.length > 0 && <Detail term="Closed">{branch.holidays.map(holidayText).join(", ")}</Detail>}
        <Detail term="Time">
          <BranchTime branch={branch} />
        </Detail>
      </Details>
      <EditButton title={branch.name} onClick={() => onEdit(branch.id)} />
    </ListCard>
  );
}

export function Branches() {
  const { data, isError, isRefetching, refetch } = useBranchList();
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const make = may(useUser(), "canEditConfig") && <NewButton onClick={openNew}>New Branch</NewButton>;
  return (
    <>
      <Toolbar title="Branches" count={data?.length} refreshing={isRefetching} action={make} />
      {isError && <Unloaded retry={refetch}>The branches could not be loaded.</Unloaded>}
      {!(data || isError) && (
        <SkeletonGroup label="Loading...">
          <CardGridSkeleton />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <p className="text-muted">No branches found.</p>}
      <CardGrid>
        {data?.map((branch) => (
          <li key={branch.id}>
            <BranchCard branch={branch} onEdit={openRecord} />
          </li>
        ))}
      </CardGrid>
      <BranchDialogs opened={opened} close={close} reveal={close} />
    </>
  );
}
