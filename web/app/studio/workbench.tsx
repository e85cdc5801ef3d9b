// The picture with what is drawn on it, and one panel for each step beside it.
import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { lazyOnDemand } from "~/ui/lazy";
import { type Opened, useBench } from "./bench";
import { DuskPanel, LightingMarks, useLighting } from "./dusk";
import { EdgeMarks, EdgesPanel, useEdges } from "./edges";
import type { Carried, FinishPanelProps } from "./finish";
import { forget } from "./kept";
import type { Price } from "./price";
import { SizeMarks, useSizing } from "./size";
import type { SizePanelProps } from "./size-panel";
import { Stage } from "./stage";
import { useDusk } from "./use-dusk";
import { words } from "./words";

/** Whose code comes with its step: dusk falls without. */
interface Later {
  onFail: () => void;
}
const later = { wanted: () => true, fallback: () => null, onError: ({ onFail }: Later) => onFail() };
const SizePanel = lazyOnDemand<SizePanelProps & Later>(() => import("./size-panel"), later);
const FinishPanel = lazyOnDemand<FinishPanelProps & Later>(() => import("./finish"), later);

const STEPS = ["edges", "size", "dusk", "finish"] as const;
type Step = (typeof STEPS)[number];

interface WorkbenchProps {
  opened: Opened;
  brand: string;
  price: Price;
  onQuote: (carried: Carried) => void;
  /** Back to where a drawing begins. */
  onLeave: () => void;
  /** Goes on with the same picture, turned. */
  onTurn: () => void;
}

const firstStep = ({ drawing }: Opened): Step => (drawing.lines.length > 0 ? "dusk" : "edges");

export function Workbench({ opened, brand, price, onQuote, onLeave, onTurn }: WorkbenchProps) {
  const bench = useBench(opened);
  const { drawing } = bench;
  const [step, setStep] = useState<Step>(() => firstStep(opened));
  const [said, say] = useState(() => opened.photo.doubts.join(" "));
  const edges = useEdges(bench, say);
  const sizing = useSizing(bench, say);
  const lighting = useLighting(bench, say);
  const isDusk = step === "dusk" || step === "finish";
  const { canvas, standing, dusk, isShown } = useDusk(bench, isDusk);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsking = step === "size" && sizing.near !== null;
  // What had the focus may be gone with the question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is asked or answered
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isAsking]);
  useUndoKeys(bench.undo, bench.redo);

  const go = (to: Step) => {
    setStep(to);
    say("");
    requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }));
  };
  const onFail = () => {
    setStep("dusk");
    say(words.unloaded);
  };
  const nextTo = STEPS[STEPS.indexOf(step) + 1];
  const before = STEPS[STEPS.indexOf(step) - 1];
  const drawn = { edges, size: sizing, dusk: { ...lighting, handles: [] }, finish: null }[step];

  return (
    <div className="studio-bench" data-step={step}>
      <Steps step={step} onGo={go} />
      <div className="studio-view">
        <Stage
          photo={opened.photo}
          dusk={
            <canvas
              ref={canvas}
              key={standing === "still" ? "still" : "live"}
              data-drawing={isShown ? standing : "waiting"}
              className="studio-picture studio-dusk"
              hidden={!isDusk || !isShown}
            />
          }
          marks={
            <>
              {!isDusk && <EdgeMarks lines={drawing.lines} edges={step === "edges" ? edges : null} />}
              {step === "size" && <SizeMarks box={sizing.box} />}
              {step === "dusk" && <LightingMarks lighting={lighting} />}
            </>
          }
          handles={drawn?.handles ?? []}
          near={step === "size" ? sizing.near : null}
          drags={
            step === "size" && !sizing.near ? "box" : step === "dusk" && lighting.tool !== "window" ? "stroke" : "aim"
          }
          onTap={(at, reach) => drawn?.tap(at, reach)}
          onDrag={step === "size" ? sizing.drag : lighting.paint}
          onMove={(id, to, begins) => (step === "size" ? sizing : edges).move(Number(id), to, begins)}
          onChoose={(id) => edges.choosePoint(Number(id))}
          onBack={() => step === "edges" && edges.back()}
          onSay={say}
        />
        <p role="status" className="studio-said">
          {said || (isDusk && !isShown ? words.dusk.drawing : "")}
        </p>
      </div>
      {/* Each step begins at its top. */}
      <div className="studio-panel" key={step}>
        <h3 ref={heading} tabIndex={-1} className="studio-title">
          {step === "size" ? sizing.title : words[step].title}
        </h3>
        {step === "edges" && (
          <EdgesPanel bench={bench} edges={edges} say={say} onTurn={opened.similar ? null : onTurn} />
        )}
        {step === "size" && <SizePanel {...{ bench, sizing, price, onFail }} />}
        {step === "dusk" && <DuskPanel bench={bench} lighting={lighting} standing={standing} />}
        {step === "finish" && (
          <FinishPanel
            {...{ bench, brand, price, say, onQuote, onFail }}
            dusk={isShown ? dusk : null}
            onForget={() => {
              onLeave(); // first: a change that still waits to be kept goes with the bench
              forget();
            }}
          />
        )}
      </div>
      <div className="studio-foot">
        <Button variant="outline" onClick={() => (before ? go(before) : onLeave())}>
          {before ? words.back : words.another}
        </Button>
        {nextTo && (
          <Button variant={drawing.lines.length > 0 && !isAsking ? "primary" : "outline"} onClick={() => go(nextTo)}>
            {words.next[step as keyof typeof words.next]}
          </Button>
        )}
      </div>
    </div>
  );
}

function Steps({ step, onGo }: { step: Step; onGo: (step: Step) => void }) {
  return (
    <nav aria-label={words.stepsLabel} className="studio-steps">
      {STEPS.map((one, i) => (
        <button key={one} type="button" aria-current={one === step ? "step" : undefined} onClick={() => onGo(one)}>
          <span aria-hidden="true">{i + 1}</span> {words.steps[one]}
        </button>
      ))}
    </nav>
  );
}

function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      (event.shiftKey ? redo : undo)?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [undo, redo]);
}
