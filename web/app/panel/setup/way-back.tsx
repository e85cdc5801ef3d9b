// Above a screen that the checklist led to: how the step stands now, and the way back.
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import { Button } from "~/ui/button";
import { isSettled, useSetup } from "./setup";
import { STEPS } from "./steps";
import { stepUnderWay } from "./under-way";

export default function WayBack() {
  const id = stepUnderWay();
  const step = useSetup().data?.steps.find((one) => one.id === id);
  if (!step) return null;
  return (
    <div className="mb-5 flex min-h-13 flex-wrap items-center justify-between gap-3 rounded-card bg-sunk px-4 py-2">
      <p role="status">
        Setting up: <strong>{STEPS[step.id].title}</strong>
        {isSettled(step) && " is done"}
      </p>
      <Button asChild variant="outline" size="small">
        <Link href="/panel">
          <ArrowLeft aria-hidden />
          Back to the Checklist
        </Link>
      </Button>
    </div>
  );
}
