// Gives to a branch with one press, or, where one has several, with one more that says which.
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Menu } from "~/ui/menu";
import { useOpenBranches } from "../../../staff/queries";

interface GiveMenuProps {
  /** What is given, for those who listen. */
  what: string;
  /** The branch that has it already. */
  except?: string;
  children: ReactNode;
  onGive: (branchId: string) => void;
}

export function GiveMenu({ what, except, children, onGive }: GiveMenuProps) {
  const options = useOpenBranches()
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
  const [only] = options;
  if (!only) return null;
  if (options.length === 1 && !except) {
    return (
      <Button
        variant="outline"
        size="small"
        aria-label={`${what}: Give to ${only.label}`}
        onClick={() => onGive(only.value)}
      >
        Give to {only.label}
      </Button>
    );
  }
  return (
    <Menu heading={what} options={options} onChoose={onGive}>
      <Button variant="outline" size="small" aria-label={`${what}: ${children}`}>
        {children}
      </Button>
    </Menu>
  );
}
