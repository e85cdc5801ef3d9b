// The saved views of a list: one opens them, keeps what is seen as one more, and takes care of the one that is open.
import { type ReactElement, useState } from "react";
import { copyText } from "~/ui/copy";
import { lazyOnDemand } from "~/ui/lazy";
import { Menu } from "~/ui/menu";
import { useWrite } from "../write";
import type { Look } from "./look";
import { type SavedView, savedViews } from "./saved-view";

// Loaded when the first view is saved.
const ViewDialog = lazyOnDemand(() => import("./view-dialog"), {
  wanted: ({ open }) => open,
  fallback: () => null,
  onError: ({ onClose }) => onClose(),
});

interface ViewsMenuProps {
  look: Look;
  title: string;
  /** The button. */
  children: ReactElement;
}

const address = (query: string) => `${location.origin}${location.pathname}?${query}`;

export function ViewsMenu({ look, title, children }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<"closed" | "new" | "edit">("closed");
  const open = look.views.find(({ query }) => query === look.query);
  const about = [savedViews.path, look.list];
  const restore = useWrite({
    about,
    send: ({ list, name, query, opens }: SavedView, key) => savedViews.create({ list, name, query, opens }, key),
    done: ({ name }) => `${name} is back`,
    failed: "The view could not be brought back.",
  });
  const { write: remove } = useWrite({
    about,
    send: (view: SavedView, key) => savedViews.remove(view, key),
    done: () => "The view is deleted",
    failed: "The view could not be deleted.",
    undo: (view: SavedView) => void restore.write(view),
  });
  const ofOpen: [string, string, (view: SavedView) => void][] = [
    ["edit", "Rename or set as start...", () => setDialog("edit")],
    ["delete", "Delete this view", (view) => void remove(view)],
  ];
  const acts: [string, string, () => void][] = [
    ["copy", "Copy link to what is shown", () => void copyText(address(look.query), "link")],
    ["new", open ? "Save as another view..." : "Save this view...", () => setDialog("new")],
    ...(open ? ofOpen.map(([value, label, act]): [string, string, () => void] => [value, label, () => act(open)]) : []),
  ];
  const options = [
    { value: "all", label: `All ${title.toLowerCase()}` },
    ...look.views.map(({ id, name, opens }) => ({ value: `view ${id}`, label: opens ? `${name} (start)` : name })),
    ...acts.map(([value, label], place) => ({ value, label, apart: place === 0 })),
  ];
  function choose(value: string) {
    const view = look.views.find(({ id }) => value === `view ${id}`);
    if (view) look.open(view.query);
    else if (value === "all") look.open("");
    else acts.find(([name]) => name === value)?.[2]();
  }
  return (
    <>
      <Menu heading="Views" options={options} chosen={open ? `view ${open.id}` : ""} onChoose={choose}>
        {children}
      </Menu>
      <ViewDialog
        open={dialog !== "closed"}
        look={look}
        view={dialog === "edit" ? open : undefined}
        onClose={() => setDialog("closed")}
      />
    </>
  );
}
