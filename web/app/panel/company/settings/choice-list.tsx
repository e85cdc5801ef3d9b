// A list of words that people choose from: added to at its end, reworded in place, put in order, retired and brought back.

import { Archive, ArrowDown, ArrowUp, Check, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { queries } from "~/api/queries";
import { LONGEST_CHOICE } from "~/api/rules";
import { FormElement } from "~/forms/form-element";
import { SubmitButton } from "~/forms/submit-button";
import { Button, type ButtonProps } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Input } from "~/ui/input";
import { Skeleton } from "~/ui/skeleton";
import {
  type Choice,
  type ChoiceEdit,
  type Choices,
  isOffered,
  useChoices,
  withChoice,
} from "../../any-record/choices";
import { useTyped } from "../../any-record/draft";
import { useHeldFocus } from "../../any-record/held-focus";
import { useOnce } from "../../any-record/once";
import { useWrite } from "../../any-record/write";
import { Unloaded } from "../../list/unloaded";

interface Press<Item> {
  before: Item;
  changes: ChoiceEdit;
}

/** Shows a choice as it was saved before the list is asked for again: the next press goes on from there. */
export function show<Item extends Choice>({ path }: Choices<Item>, saved: Item): Item {
  queries.setQueryData<Item[]>([path], (all) => all && withChoice(all, saved));
  return saved;
}

function told(before: Choice, { words, place }: Choice): string {
  if (words !== before.words) return `${before.words} is now called ${words}`;
  if (place === null) return `${words} is offered no more`;
  return isOffered(before) ? `${words} is now number ${place}` : `${words} is offered again`;
}

function useChange<Item extends Choice>(choices: Choices<Item>, id: string) {
  const options = {
    about: [choices.path, id],
    send: async ({ before, changes }: Press<Item>, key: string) => {
      const saved = show(choices, await choices.change(before, changes, key));
      return { saved, done: told(before, saved) };
    },
    shows: ({ before, changes }: Press<Item>) => void show(choices, { ...before, ...changes }),
    done: ({ done }: { done: string }) => done,
    failed: "Failed to save the list",
  };
  const back = useWrite({ ...options, offersRetry: true });
  return useWrite({
    ...options,
    undo: ({ before, changes }, { saved }) =>
      void back.write({
        before: saved,
        changes: "words" in changes ? { words: before.words } : { place: before.place },
      }),
  });
}

const Icon = (props: ButtonProps) => (
  <Button variant="quiet" size="iconSmall" className="aria-disabled:opacity-40" {...props} />
);

interface RowProps<Item extends Choice> {
  choices: Choices<Item>;
  choice: Item;
  noun: string;
  /** How many are offered. */
  count: number;
  /** What else there is to say of one. */
  more?: ((choice: Item) => ReactNode) | undefined;
}

function Row<Item extends Choice>({ choices, choice, noun, count, more }: RowProps<Item>) {
  const { write } = useChange(choices, choice.id);
  const held = useHeldFocus(choice.place);
  const row = useRef<HTMLLIElement>(null);
  const { words } = choice;
  const place = choice.place ?? 0;
  const {
    typed,
    type: setTyped,
    changed,
  } = useTyped<string | null>(`choice ${choice.id}`, null, (now) => now.trim() !== words);

  async function move(step: number) {
    const to = place + step;
    if (to < 1 || to > count) return;
    held.current = document.activeElement;
    if (!(await write({ before: choice, changes: { place: to } }))) held.current = null;
  }
  function retire() {
    if (count === 1) return;
    row.current?.closest<HTMLElement>("ol")?.focus(); // the row goes at once
    void write({ before: choice, changes: { place: null } });
  }
  async function reword() {
    if (!(changed && typed?.trim())) return setTyped(null);
    return write({ before: choice, changes: { words: typed.trim() } });
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" && changed) setTyped(null);
    else if (step && event.altKey && !changed) void move(step);
    else return;
    event.preventDefault();
  }
  return (
    <li ref={row} onKeyDown={press}>
      <FormElement
        className={classes("flex items-center gap-1 max-sm:gap-0", more && "max-sm:flex-wrap max-sm:justify-end")}
        onSubmit={reword}
        onSent={() => setTyped(null)}
      >
        <span aria-hidden className="w-6 shrink-0 text-muted text-small tabular-nums max-sm:hidden">
          {place}
        </span>
        <Input
          aria-label={`${noun} ${place}`}
          maxLength={LONGEST_CHOICE}
          autoComplete="off"
          className={classes(
            "min-h-10 min-w-0 flex-1 border-hairline hover:border-control focus:border-control max-sm:px-2",
            more && "max-sm:basis-full",
          )}
          value={typed ?? words}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {changed ? (
          <>
            <SubmitButton variant="quiet" size="iconSmall" aria-label={`Save ${words}`}>
              <Check aria-hidden />
            </SubmitButton>
            <Icon aria-label={`Leave ${words} as it is`} onClick={() => setTyped(null)}>
              <X aria-hidden />
            </Icon>
          </>
        ) : (
          <>
            <Icon aria-label={`Move ${words} up`} disabled={place === 1} onClick={() => move(-1)}>
              <ArrowUp aria-hidden />
            </Icon>
            <Icon aria-label={`Move ${words} down`} disabled={place === count} onClick={() => move(1)}>
              <ArrowDown aria-hidden />
            </Icon>
            <Icon aria-label={`Retire ${words}`} disabled={count === 1} onClick={retire}>
              <Archive aria-hidden />
            </Icon>
          </>
        )}
      </FormElement>
      {more?.(choice)}
    </li>
  );
}

function Addition<Item extends Choice>({ choices, noun }: Pick<RowProps<Item>, "choices" | "noun">) {
  const { typed: words, type: setWords } = useTyped(`choice of ${choices.path}`, "");
  const { save, forget } = useOnce(
    (words: string, key) => choices.add(words, key),
    (made, words, key) => choices.change(made, { words }, key),
  );
  const { write } = useWrite({
    about: [choices.path],
    send: async (words: string, key) => {
      const added = await save(words, key);
      forget(); // what is typed since is the next one
      return show(choices, added);
    },
    done: (added) => `${added.words} is on the list`,
    failed: "Failed to add to the list",
  });
  const add = () => words.trim() !== "" && write(words.trim());
  return (
    <FormElement className="flex items-center gap-2" onSubmit={add} onSent={() => setWords("")}>
      <Input
        aria-label={`New ${noun.toLowerCase()}`}
        placeholder={`New ${noun.toLowerCase()}`}
        maxLength={LONGEST_CHOICE}
        autoComplete="off"
        className="min-h-10 min-w-0 flex-1"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <SubmitButton variant="outline" className="min-h-10">
        Add
      </SubmitButton>
    </FormElement>
  );
}

function Retired<Item extends Choice>({ choices, choice, count }: Omit<RowProps<Item>, "noun">) {
  const { write, busy } = useChange(choices, choice.id);
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="min-w-0 break-words text-muted">{choice.words}</span>
      <Button
        variant="outline"
        size="small"
        aria-label={`Bring back ${choice.words}`}
        busy={busy}
        onClick={() => write({ before: choice, changes: { place: count + 1 } })}
      >
        Bring Back
      </Button>
    </li>
  );
}

interface ListProps<Item extends Choice> {
  choices: Choices<Item>;
  title: string;
  /** What one of them is called. */
  noun: string;
  help: string;
  more?: (choice: Item) => ReactNode;
}

export function ChoiceList<Item extends Choice>({ choices, title, noun, help, more }: ListProps<Item>) {
  const id = useId();
  const { data: all, isError, refetch } = useChoices(choices);
  const offered = all?.filter(isOffered) ?? [];
  const retired = all?.filter((choice) => !isOffered(choice)) ?? [];
  const shared = { choices, noun, count: offered.length };
  return (
    <Card className="max-w-text p-4 sm:p-6">
      <section aria-labelledby={id} className="grid gap-3">
        <h2 id={id} className="font-sans font-semibold text-h4">
          {title}
        </h2>
        <p className="text-muted">{help}</p>
        {isError && <Unloaded retry={refetch}>The list could not be loaded.</Unloaded>}
        {!(all || isError) && <Skeleton className="h-80" />}
        {all && (
          <>
            <ol aria-labelledby={id} tabIndex={-1} className="grid gap-1">
              {offered.map((choice) => (
                <Row key={choice.id} {...shared} choice={choice} more={more} />
              ))}
            </ol>
            <Addition {...shared} />
            <p className="text-muted text-tiny max-md:hidden">
              Enter saves new words, Escape leaves the old ones. Alt with an arrow key moves up or down.
            </p>
          </>
        )}
        {retired.length > 0 && (
          <>
            <h3 className="mt-2 font-sans font-semibold text-base">Retired</h3>
            <ul className="grid gap-2">
              {retired.map((choice) => (
                <Retired key={choice.id} {...shared} choice={choice} />
              ))}
            </ul>
          </>
        )}
      </section>
    </Card>
  );
}
