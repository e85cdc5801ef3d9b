// What stands in one section, in its order: moved by its handle, by buttons or by Alt with an arrow key, hidden, edited, deleted.
import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { Schemas } from "~/api/client";
import { queries } from "~/api/queries";
import { Badge } from "~/ui/badge";
import { Button, type ButtonProps } from "~/ui/button";
import { useHeldFocus } from "../../any-record/held-focus";
import { useWrite } from "../../any-record/write";
import { pictureAddress } from "../posts/post";
import { dragRow } from "./drag-rows";
import { type Item, items, show, WORDS } from "./sections";

interface Press {
  before: Item;
  changes: Pick<Schemas["ItemEdit"], "place" | "shown">;
}

function told({ before, changes }: Press): string {
  if (changes.place) return `${before.title} is now number ${changes.place}`;
  return changes.shown ? `${before.title} is shown` : `${before.title} is hidden`;
}

function useChange(item: Item) {
  const options = {
    about: [items.path, item.id],
    send: async (press: Press, key: string) => {
      const saved = show(await items.update(press.before, press.changes, key));
      return { saved, done: told(press) };
    },
    shows: ({ before, changes }: Press) => void show({ ...before, ...changes }),
    done: ({ done }: { done: string }) => done,
    failed: "Failed to save",
  };
  const back = useWrite({ ...options, offersRetry: true });
  return useWrite({
    ...options,
    undo: ({ before, changes }, { saved }) =>
      void back.write({
        before: saved,
        changes: changes.place ? { place: before.place } : { shown: before.shown },
      }),
  });
}

function useDeletion(item: Item) {
  const about = [items.path, item.id];
  const { write: again } = useWrite({
    about,
    send: async ({ id, version, createdAt, updatedAt, anchor, ...gone }: Item, key) =>
      show(await items.create(gone, key)),
    done: ({ title }) => `${title} is there again`,
    failed: "Failed to bring it back",
    offersRetry: true,
  });
  return useWrite({
    about,
    send: async (gone: Item, key) => {
      await items.delete(gone, key);
      queries.setQueryData<Item[]>([items.path], (all) => all?.filter(({ id }) => id !== gone.id));
      return gone;
    },
    done: ({ title }) => `${title} is deleted`,
    failed: "Failed to delete",
    undo: (gone) => void again(gone),
  });
}

const Icon = (props: ButtonProps) => (
  <Button variant="quiet" size="iconSmall" className="aria-disabled:opacity-40" {...props} />
);

interface RowProps {
  item: Item;
  /** How many stand in the section. */
  count: number;
  onEdit: (id: string) => void;
}

function Row({ item, count, onEdit }: RowProps) {
  const { title, place, shown, sample } = item;
  const { write, busy } = useChange(item);
  const { write: remove, busy: removing } = useDeletion(item);
  const held = useHeldFocus(place);
  const row = useRef<HTMLLIElement>(null);

  async function move(to: number) {
    if (to < 1 || to > count || to === place) return;
    held.current = document.activeElement;
    if (!(await write({ before: item, changes: { place: to } }))) held.current = null;
  }
  async function erase() {
    const list = row.current?.closest<HTMLElement>("ol");
    if (await remove(item)) list?.focus();
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!(step && event.altKey)) return;
    event.preventDefault();
    void move(place + step);
  }
  function grab(event: PointerEvent) {
    const list = row.current?.closest("ol");
    if (!(row.current && list) || event.button !== 0) return;
    event.preventDefault();
    const rows = [...list.children] as HTMLElement[];
    dragRow(event.nativeEvent, { rows, row: row.current, drop: (to) => void move(to) });
  }
  return (
    <li
      ref={row}
      onKeyDown={press}
      className="flex flex-wrap items-start gap-x-3 gap-y-1 border-hairline border-b py-3 last:border-b-0 data-[over=after]:border-b-2 data-[over=after]:border-b-primary data-[over=before]:shadow-[0_-2px_0_0_var(--primary)] data-lifted:opacity-50"
    >
      <span
        aria-hidden
        onPointerDown={grab}
        className="flex min-h-8 cursor-grab touch-none items-center gap-1 text-muted text-small tabular-nums active:cursor-grabbing"
      >
        <GripVertical className="size-4" />
        {place}
      </span>
      {item.image && (
        <img
          src={pictureAddress(item.image)}
          alt=""
          loading="lazy"
          className="size-12 rounded-control bg-sunk object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-semibold">{title}</span>
          {sample && <Badge variant="outline">Sample</Badge>}
          {!shown && <Badge variant="secondary">Hidden</Badge>}
        </p>
        {item.note && <p className="break-words text-muted text-small">{item.note}</p>}
        {item.text && <p className="line-clamp-2 break-words text-small">{item.text}</p>}
      </div>
      <div className="ml-auto flex">
        <Icon aria-label={`Move ${title} up`} disabled={place === 1} onClick={() => move(place - 1)}>
          <ArrowUp aria-hidden />
        </Icon>
        <Icon aria-label={`Move ${title} down`} disabled={place === count} onClick={() => move(place + 1)}>
          <ArrowDown aria-hidden />
        </Icon>
        <Icon
          aria-label={`${shown ? "Hide" : "Show"} ${title}`}
          busy={busy}
          onClick={() => write({ before: item, changes: { shown: !shown } })}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Icon>
        {!item.anchor && (
          <Icon aria-label={`Delete ${title}`} busy={removing} onClick={erase}>
            <Trash2 aria-hidden />
          </Icon>
        )}
        <Icon aria-label={`Edit ${title}`} onClick={() => onEdit(item.id)}>
          <Pencil aria-hidden />
        </Icon>
      </div>
    </li>
  );
}

interface ListProps {
  section: Item["section"];
  all: Item[];
  onEdit: (id: string) => void;
}

export function ItemList({ section, all, onEdit }: ListProps) {
  if (all.length === 0) return <p className="text-muted">Nothing stands here yet, so the page leaves it out.</p>;
  return (
    <>
      <ol aria-label={WORDS[section].label} tabIndex={-1}>
        {all.map((item) => (
          <Row key={item.id} item={item} count={all.length} onEdit={onEdit} />
        ))}
      </ol>
      <p className="text-muted text-tiny max-md:hidden">
        Pull a row by its handle, or press Alt with an arrow key, to move it.
      </p>
    </>
  );
}
