// Questions with their answers: one open at a time. A link to one question (/support#firmware) opens it.
import { useEffect, useState } from "react";
import { Accordion } from "~/ui/accordion";
import type { Question } from "../content/types";

export function FaqAccordion({ items }: { items: Question[] }) {
  const [open, setOpen] = useState("");

  useEffect(() => {
    const follow = () => {
      const id = location.hash.slice(1);
      if (items.some((item) => item.id === id)) setOpen(id);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [items]);

  return (
    <Accordion
      value={open}
      onValueChange={setOpen}
      items={items.map(({ id, question, answer }) => ({ id, title: question, content: answer }))}
    />
  );
}
