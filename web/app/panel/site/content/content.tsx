// The sections that the company fills on the pages: one at a time, with what is shown of it and what stands in it.
import { useId } from "react";
import { queries } from "~/api/queries";
import { Card } from "~/ui/card";
import { Skeleton } from "~/ui/skeleton";
import { RecordDialogs } from "../../any-record/record-dialogs";
import { useWrite } from "../../any-record/write";
import { useFilters } from "../../list/filters";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, Toolbar } from "../../list/toolbar";
import { Unloaded } from "../../list/unloaded";
import { ItemForm } from "./item-form";
import { ItemList } from "./item-list";
import { items, SECTION_NAMES, type Section, sectionNamed, sections, useItems, useSections, WORDS } from "./sections";

const rules = { section: SECTION_NAMES };

type Shows = Section["shows"];

const CHOICES: { value: Shows; label: string }[] = [
  { value: "all", label: "Show everything" },
  { value: "own", label: "Show only your own" },
  { value: "none", label: "Hide the section" },
];

const sampleCount = (count: number) => (count === 1 ? "1 sample" : `${count} samples`);

/** A section in the list to choose from, with the samples that visitors still see there; of questions pages mark none. */
function optionOf(value: Section["id"], section: Section | undefined) {
  const { label } = WORDS[value];
  const marked = section?.shows === "all" && !value.endsWith("_questions") ? section.samples : 0;
  return { value, label: marked > 0 ? `${label} (${sampleCount(marked)})` : label };
}

/** What visitors see of it. */
function standing({ shows, own, samples }: Section): string {
  if (shows === "none") return "Visitors do not see this section.";
  if (shows === "own" && own === 0) return "Visitors see this section once it has something of your own.";
  const counted = [own > 0 && `${own} of your own`, shows === "all" && samples > 0 && sampleCount(samples)];
  const said = counted.filter(Boolean).join(" and ");
  return said ? `Visitors see ${said}.` : "Visitors do not see this section: there is nothing to show.";
}

interface Press {
  before: Section;
  shows: Shows;
}

function show(section: Section): Section {
  queries.setQueryData<Section[]>([sections.path], (all) => all?.map((one) => (one.id === section.id ? section : one)));
  return section;
}

function useShowing(section: Section) {
  const options = {
    about: [sections.path, section.id],
    send: async ({ before, shows }: Press, key: string) => show(await sections.update(before, shows, key)),
    shows: ({ before, shows }: Press) => void show({ ...before, shows }),
    done: standing,
    failed: "Failed to save",
  };
  const back = useWrite({ ...options, offersRetry: true });
  return useWrite({ ...options, undo: ({ before }, saved) => void back.write({ before: saved, shows: before.shows }) });
}

function Showing({ section }: { section: Section }) {
  const id = useId();
  const { write } = useShowing(section);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold text-small">On the page</legend>
      <div className="flex gap-x-6 gap-y-2 max-sm:flex-col">
        {CHOICES.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={id}
              className="size-4 accent-(--primary)"
              checked={section.shows === value}
              onChange={() => void write({ before: section, shows: value })}
            />
            {label}
          </label>
        ))}
      </div>
      <p className="text-muted text-small">{standing(section)}</p>
    </fieldset>
  );
}

export default function Content() {
  const { filters, setFilter } = useFilters(rules);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const all = useItems();
  const known = useSections();
  const name = sectionNamed(filters.section);
  const words = WORDS[name];
  const section = known.data?.find(({ id }) => id === name);
  const here = all.data?.filter((item) => item.section === name);
  const retry = () => void Promise.all([all.refetch(), known.refetch()]);
  return (
    <>
      <Toolbar
        title="Content"
        refreshing={all.isRefetching}
        action={<NewButton onClick={openNew}>New {words.noun}</NewButton>}
      >
        <FilterSelect
          label="Section"
          value={name}
          onChange={(value) => setFilter("section", value)}
          options={SECTION_NAMES.map((value) =>
            optionOf(
              value,
              known.data?.find(({ id }) => id === value),
            ),
          )}
        />
      </Toolbar>
      {(all.isError || known.isError) && !(here && section) && (
        <Unloaded retry={retry}>The content could not be loaded.</Unloaded>
      )}
      {!(all.isError || known.isError || (here && section)) && <Skeleton className="h-96" />}
      {here && section && (
        <Card className="grid max-w-4xl gap-5 p-4 sm:p-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 className="font-sans font-semibold text-h4">{words.label}</h2>
            <a href={`${section.page}#${words.anchor}`} className="text-link underline underline-offset-4">
              See the {words.page} page
            </a>
          </div>
          <Showing section={section} />
          <ItemList section={name} all={here} onEdit={openRecord} />
          <p className="text-muted text-small">
            {here.length} of at most {section.most}.
          </p>
        </Card>
      )}
      <RecordDialogs kind={items} noun={words.noun} form={ItemForm} opened={opened} close={close} reveal={close} />
    </>
  );
}
