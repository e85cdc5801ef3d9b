// Questions with their answers: one open at a time. A link to one question (/support#firmware) opens it.
import { useEffect, useState } from "react";
import type { SectionName } from "~/api/page-data";
import { Accordion, AccordionItem } from "~/ui/accordion";
import { Items, itemsOf } from "../slots";

export function FaqAccordion({ section }: { section: SectionName }) {
  const [open, setOpen] = useState("");
  // An object, since the same question can be asked for again.
  const [asked, setAsked] = useState({ id: "" });

  useEffect(() => {
    const show = (hash: string) => {
      const id = hash.slice(1);
      if (!itemsOf(section).some((item) => item.id === id)) return;
      setOpen(id);
      setAsked({ id });
    };
    const follow = () => show(location.hash);
    // A link to the address that is already there changes no address.
    const press = ({ target }: MouseEvent) => {
      const link = (target as Element).closest<HTMLAnchorElement>("a[href*='#']");
      if (link?.pathname === location.pathname && link.hash === location.hash) show(link.hash);
    };
    follow();
    addEventListener("hashchange", follow);
    addEventListener("click", press);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("click", press);
    };
  }, [section]);

  useEffect(() => {
    const question = document.getElementById(asked.id);
    let stale = false;
    // The answer that closes above may take the question along; once both stand still, the question is brought back.
    const moves = question?.parentElement?.getAnimations({ subtree: true }) ?? [];
    void Promise.allSettled(moves.map((move) => move.finished)).then(() => stale || question?.scrollIntoView());
    return () => {
      stale = true;
    };
  }, [asked]);

  return (
    <Accordion>
      <Items section={section}>
        {({ id, title, text }) => (
          <AccordionItem id={id} title={title} open={id === open} onToggle={() => setOpen(id === open ? "" : id)}>
            {text}
          </AccordionItem>
        )}
      </Items>
    </Accordion>
  );
}
