// What the organization is: its facts as they stand, each group with a way to change it, and the lists that it keeps.
import { Skeleton } from "~/ui/skeleton";
import { CardGrid, EditButton, ListCard } from "../../../list/cards";
import { Detail, Details } from "../../../list/details";
import { useRecord } from "../../../list/list";
import { useOpenRecord } from "../../../list/open-record";
import { Unloaded } from "../../../list/unloaded";
import { RecordDialogs } from "../../../records/record-dialogs";
import { fieldName } from "../../../records/shown";
import { factText, GROUPS, type Group, settings, toldFields } from "./group";
import { GroupForm } from "./group-form";

function GroupCard({ group, onEdit }: { group: Group; onEdit: () => void }) {
  const { data, isError, refetch } = useRecord(settings, group.id);
  return (
    <ListCard title={group.title} badge={null}>
      {isError && !data && <Unloaded retry={refetch}>This could not be loaded.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-24" />}
      {data && (
        <Details>
          {toldFields(group).map((field) => (
            <Detail key={field.name} term={fieldName(field.name)}>
              {factText(field, data) || <span className="text-muted">Not set</span>}
            </Detail>
          ))}
        </Details>
      )}
      <EditButton title={group.title} onClick={onEdit} />
    </ListCard>
  );
}

export default function Facts() {
  const { opened, openRecord, close } = useOpenRecord();
  const group = opened.kind === "record" ? GROUPS.find(({ id }) => id === opened.id) : undefined;
  return (
    <>
      <CardGrid>
        {GROUPS.map((one) => (
          <li key={one.id}>
            <GroupCard group={one} onEdit={() => openRecord(one.id)} />
          </li>
        ))}
      </CardGrid>
      <RecordDialogs
        kind={settings}
        noun={group?.title ?? "Settings"}
        form={GroupForm}
        opened={opened.kind === "new" ? { kind: "closed" } : opened}
        close={close}
        reveal={close}
      />
    </>
  );
}
