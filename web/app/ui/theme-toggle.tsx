// Switches between day and night.
import { Moon, Sun } from "lucide-react";
import { Button } from "./button";
import { classes } from "./classes";
import { setTheme, useTheme } from "./theme";

export function ThemeToggle({ className }: { className?: string }) {
  const dark = useTheme() === "dark";
  return (
    <Button
      variant="quiet"
      size="icon"
      className={classes("sunlit:size-14", className)}
      aria-label={dark ? "Switch to day theme" : "Switch to night theme"}
      onClick={() => setTheme(dark ? "light" : "dark")}
    >
      <Sun aria-hidden className="hidden dark:block" />
      <Moon aria-hidden className="dark:hidden" />
    </Button>
  );
}
