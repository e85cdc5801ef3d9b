// What must not be forgotten on site: a list of lines for each kind of job.
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { Select } from "~/ui/input";
import type { Choices } from "../../../any-record/choices";
import { useWrite } from "../../../any-record/write";
import { ChoiceList, show } from "../choice-list";

type Item = Schemas["ChecklistItemRow"];
type Kind = Schemas["JobKind"];
type Edit = Schemas["ChecklistItemEdit"];

const PATH = "/api/panel/checklist-items";

const KINDS: { kind: Kind; title: string; help: string }[] = [
  {
    kind: "installation",
    title: "Checklist of installations",
    help: "A crew ticks these on Today. What is required holds up the last visit of a job until it is done, or somebody says why it is left out.",
  },
  { kind: "service", title: "Checklist of services", help: "For repairs and changes of what is installed." },
  {
    kind: "survey",
    title: "Checklist of surveys",
    help: "Also for visits to leads, where no photos are taken: lines with a photo are not asked there.",
  },
  { kind: "inspection", title: "Checklist of inspections", help: "For the yearly visit." },
];

const change = ({ id, version }: Item, body: Edit, key: string): Promise<Item> =>
  bodyOf(api.patch(`${PATH}/{id}`, { params: { path: { id } }, body, headers: changing(version, key) }));

const itemsOf = (kind: Kind): Choices<Item> => ({
  path: `${PATH}#${kind}`,
  list: async () => (await bodyOf(api.get(PATH))).filter((item) => item.kind === kind),
  add: (words, key) => bodyOf(api.post(PATH, { body: { kind, words }, headers: keyed(key) })),
  change,
});

const LISTS = KINDS.map((each) => ({ ...each, items: itemsOf(each.kind) }));

const BY_HAND = "";
const DONE_BY = [
  { value: BY_HAND, label: "Ticked by hand" },
  { value: "before", label: "Done by a Before photo" },
  { value: "during", label: "Done by a During photo" },
  { value: "after", label: "Done by an After photo" },
  { value: "problem", label: "Done by a Problem photo" },
];

interface TermsProps {
  items: Choices<Item>;
  item: Item;
}

interface Press {
  before: Item;
  edit: Edit;
}

/** Whether a line is required, and what does it. */
function Terms({ items, item }: TermsProps) {
  const about = [PATH, item.id, "terms"];
  const options = {
    about,
    send: async ({ before, edit }: Press, key: string) => show(items, await change(before, edit, key)),
    shows: ({ before, edit }: Press) => void show(items, { ...before, ...edit }),
    done: ({ words }: Item) => `${words}: saved`,
    failed: "Failed to save the checklist",
  };
  const back = useWrite(options);
  const { write } = useWrite({
    ...options,
    undo: ({ before: { required, photo } }, saved) => void back.write({ before: saved, edit: { required, photo } }),
  });
  const { required, photo } = item;
  const set = (edit: Edit) => void write({ before: item, edit });
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 sm:pl-7">
      <label className="flex min-h-10 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          aria-label={`Required: ${item.words}`}
          checked={required}
          onChange={() => set({ required: !required })}
        />
        Required
      </label>
      <Select
        aria-label={`What does it: ${item.words}`}
        className="min-h-10 w-auto text-small"
        options={DONE_BY}
        value={photo ?? BY_HAND}
        onChange={({ currentTarget }) => set({ photo: (currentTarget.value || null) as Item["photo"] })}
      />
    </div>
  );
}

export default function Checklists() {
  return (
    <div className="mt-6 grid gap-6">
      {LISTS.map(({ kind, title, help, items }) => (
        <ChoiceList
          key={kind}
          choices={items}
          title={title}
          noun="Line"
          help={help}
          more={(item) => <Terms items={items} item={item} />}
        />
      ))}
    </div>
  );
}
