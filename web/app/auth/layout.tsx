// What the login steps stand in: the step on the left, a piece of night on the right.
import type { ReactNode } from "react";
import { textAt } from "~/api/page-data";
import { OwedLogOut } from "~/forms/owed-log-out";
import { Mark } from "~/ui/mark";
import { SkipLink } from "~/ui/skip-link";
import { ThemeToggle } from "~/ui/theme-toggle";

interface LoginLayoutProps {
  /** Says what waits on this device for somebody to sign in. */
  waiting: ReactNode;
  /** Stands in place of the forms where no script runs. */
  note: ReactNode;
  children: ReactNode;
}

export default function LoginLayout({ waiting, note, children }: LoginLayoutProps) {
  const brand = textAt("facts.brand");
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <SkipLink />
      <div className="flex flex-col px-gutter pt-4 pb-10">
        <header className="flex items-center justify-between">
          <a href="/" className="flex min-h-11 items-center gap-2.5 text-ink no-underline">
            <Mark className="size-8" />
            <span className="font-bold font-display text-[1.375rem] tracking-tight">{brand}</span>
          </a>
          <ThemeToggle />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-104 flex-1 flex-col justify-center py-12 outline-none"
        >
          <OwedLogOut />
          {waiting}
          {children}
          {note}
        </main>
      </div>
      <Roofline />
    </div>
  );
}

/** A street of rooflines at night, drawn with the light line's own dots. */
function Roofline() {
  const roofs = "M-20 470 L120 330 L260 470 L260 430 L390 300 L520 430 L520 480 L640 360 L820 360";
  return (
    <div aria-hidden className="dark relative hidden overflow-hidden bg-night lg:block">
      <svg
        aria-hidden
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <path d={`${roofs} V900 H-20 Z`} fill="#121931" />
        <path d="M-20 640 L90 560 L220 640 L340 540 L470 640 L600 560 L820 640 V900 H-20 Z" fill="#0d1328" />
        <path d={roofs} stroke="#ffb86a" strokeOpacity=".5" strokeWidth="16" className="blur-[14px]" />
        <path d={roofs} stroke="#ffe2b8" strokeWidth="4.5" strokeLinecap="round" strokeDasharray="0 15" />
      </svg>
    </div>
  );
}
