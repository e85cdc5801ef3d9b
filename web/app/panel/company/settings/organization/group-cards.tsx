// Settings in groups: each as it stands, with a way to change it.
import type { ComponentType } from "react";
import { Skeleton } from "~/ui/skeleton";
import { RecordDialogs } from "../../../any-record/record-dialogs";
import type { RecordFormProps } from "../../../any-record/record-form";
import { fieldName } from "../../../any-record/shown";
import { CardGrid, EditButton, ListCard } from "../../../list/cards";
import { Detail, Details } from "../../../list/details";
import { useRecord } from "../../../list/list";
import { useOpenRecord } from "../../../list/open-record";
import { Unloaded } from "../../../list/unloaded";
import { factText, type Group, type Settings, settings, toldFields } from "./group";

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
              {factText(field, data) || field.unset || <span className="text-muted">Not set</span>}
            </Detail>
          ))}
        </Details>
      )}
      <EditButton title={group.title} onClick={onEdit} />
    </ListCard>
  );
}

interface GroupCardsProps {
  groups: Group[];
  form: ComponentType<RecordFormProps<Settings>>;
}

export function GroupCards({ groups, form }: GroupCardsProps) {
  const { opened, openRecord, close } = useOpenRecord();
  const group = opened.kind === "record" ? groups.find(({ id }) => id === opened.id) : undefined;
  return (
    <>
      <CardGrid>
        {groups.map((one) => (
          <li key={one.id}>
            <GroupCard group={one} onEdit={() => openRecord(one.id)} />
          </li>
        ))}
      </CardGrid>
      <RecordDialogs
        kind={settings}
        noun={group?.title ?? "Settings"}
        form={form}
        opened={opened.kind === "new" ? { kind: "closed" } : opened}
        close={close}
        reveal={close}
      />
    </>
  );
}
