// Questions with their answers: one open at a time. A link to one question (/support#firmware) opens it.
import { useEffect, useState } from "react";
import { Accordion } from "~/ui/accordion";
import type { Question } from "../content/types";

export function FaqAccordion({ items }: { items: Question[] }) {
  const [open, setOpen] = useState("");
  // An object, since the same question can be asked for again.
  const [asked, setAsked] = useState({ id: "" });

  useEffect(() => {
    const show = (hash: string) => {
      const id = hash.slice(1);
      if (!items.some((item) => item.id === id)) return;
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
  }, [items]);

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
    <Accordion
      value={open}
      onValueChange={setOpen}
      items={items.map(({ id, question, answer }) => ({ id, title: question, content: answer }))}
    />
  );
}
