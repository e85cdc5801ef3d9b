// Keeps a fault in one part from emptying the page: the part gives way to words, and everything around it goes on. What went
// wrong stands in the console.
import { Component, type ReactNode, useEffect } from "react";
import { ChunkLoadError } from "~/lib/import-with-retry";
import { Button } from "./button";

interface BoundaryProps {
  /** Before the part is drawn again. */
  onAgain?: () => void;
  children: ReactNode;
}

interface BoundaryState {
  error: Error | null;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  again = () => {
    this.props.onAgain?.();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    return error ? <Failed error={error} onAgain={this.again} /> : this.props.children;
  }
}

const FAULT = "Something went wrong on this page. Try again, or reload it.";

function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  // The page is alive, if not as it was meant to be: presses are done from here on.
  useEffect(() => {
    document.dispatchEvent(new Event("ready"));
  }, []);
  return (
    <div role="alert" className="mx-auto grid w-full max-w-text justify-items-start gap-4 px-gutter py-16 text-ink">
      <h2 className="font-sans font-semibold text-h3">This part failed</h2>
      <p className="text-muted">{error instanceof ChunkLoadError ? error.message : FAULT}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAgain}>Try again</Button>
        <Button variant="outline" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  );
}
