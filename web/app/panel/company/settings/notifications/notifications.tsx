// Every kind of letter that leaves, by whom it goes to: when, what it says, and how it looks.
import { Badge } from "~/ui/badge";
import { RecordDialogs } from "../../../any-record/record-dialogs";
import { CardGrid, CardGridSkeleton, EditButton, ListCard } from "../../../list/cards";
import { Detail, Details } from "../../../list/details";
import { useOpenRecord } from "../../../list/open-record";
import { Toolbar } from "../../../list/toolbar";
import { Unloaded } from "../../../list/unloaded";
import { LetterForm } from "./letter-form";
import { AUDIENCES, type LetterKind, letterKinds, useLetterKinds } from "./letter-kind";

function KindCard({ kind: { title, when, subject, changed }, onEdit }: { kind: LetterKind; onEdit: () => void }) {
  return (
    <ListCard title={title} badge={changed ? <Badge variant="secondary">Your words</Badge> : null}>
      <Details>
        <Detail term="When">{when}</Detail>
        <Detail term="Subject">{subject}</Detail>
      </Details>
      <EditButton title={title} onClick={onEdit} />
    </ListCard>
  );
}

export default function Notifications() {
  const { data, isError, refetch, isRefetching } = useLetterKinds();
  const { opened, openRecord, close } = useOpenRecord();
  const open = opened.kind === "record" ? data?.find(({ id }) => id === opened.id) : undefined;
  return (
    <>
      <Toolbar title="Notifications" refreshing={isRefetching} />
      {isError && !data && <Unloaded retry={refetch}>The emails could not be loaded.</Unloaded>}
      {!(data || isError) && <CardGridSkeleton />}
      {AUDIENCES.map(({ value, title }) => {
        const kinds = data?.filter(({ audience }) => audience === value) ?? [];
        if (kinds.length === 0) return null;
        return (
          <section key={value} aria-label={title} className="mb-6">
            <h2 className="mb-3 font-sans font-semibold text-h4">{title}</h2>
            <CardGrid>
              {kinds.map((kind) => (
                <li key={kind.id}>
                  <KindCard kind={kind} onEdit={() => openRecord(kind.id)} />
                </li>
              ))}
            </CardGrid>
          </section>
        );
      })}
      <RecordDialogs
        kind={letterKinds}
        noun={open?.title ?? "Email"}
        form={LetterForm}
        opened={opened.kind === "new" ? { kind: "closed" } : opened}
        close={close}
        reveal={close}
      />
    </>
  );
}
