// Questions with their answers: one open at a time. A link to one question (/support#firmware) opens it.
import { useEffect, useState } from "react";
import { Accordion } from "~/ui/accordion";
import type { Question } from "../content/types";

/** Milliseconds in which an answer closes (ui/accordion.tsx). */
const CLOSING = 260;

export function FaqAccordion({ items }: { items: Question[] }) {
  const [open, setOpen] = useState("");

  useEffect(() => {
    const show = (hash: string) => {
      const id = hash.slice(1);
      if (!items.some((item) => item.id === id)) return;
      setOpen(id);
      // The answer that closes above may take the question along; once it has closed, the question is brought back.
      setTimeout(() => document.getElementById(id)?.scrollIntoView(), CLOSING);
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

  return (
    <Accordion
      value={open}
      onValueChange={setOpen}
      items={items.map(({ id, question, answer }) => ({ id, title: question, content: answer }))}
    />
  );
}
