// Words for another program, to be copied.
import { Copy } from "lucide-react";
import { Button } from "~/ui/button";
import { copyText } from "~/ui/copy";

export function Example({ children }: { children: string }) {
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <pre tabIndex={0} className="overflow-x-auto rounded-control bg-sunk p-3 pr-14 font-mono text-small">
        {children}
      </pre>
      <Button
        variant="quiet"
        size="icon"
        className="absolute top-1 right-1"
        aria-label="Copy the example"
        onClick={() => copyText(children, "example")}
      >
        <Copy aria-hidden />
      </Button>
    </div>
  );
}
