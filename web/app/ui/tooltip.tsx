// A word on what an icon does, for pointer and focus alike; where `Tooltips` stand around it.
import { type ComponentType, createContext, type ReactNode, useContext } from "react";

export interface TooltipProps {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  /** Off where the word is visible anyway. */
  enabled?: boolean;
  children: ReactNode;
}

/** What draws a word, once its code is there. */
export const Bubble = createContext<ComponentType<Omit<TooltipProps, "enabled">> | null>(null);

export function Tooltip({ enabled = true, children, ...props }: TooltipProps) {
  const Word = useContext(Bubble);
  return enabled && Word ? <Word {...props}>{children}</Word> : children;
}
