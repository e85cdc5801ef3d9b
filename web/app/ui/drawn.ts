// Parts that are drawn and live on, for tests without a browser: as much of a document as React asks for. What a person does in a page is
// shown by the journeys.
import { act, type ReactNode } from "react";
import { vi } from "vitest";

const TEXT = 3;

/** An element, a text or the document. */
class Part extends EventTarget {
  readonly namespaceURI = "http://www.w3.org/1999/xhtml";
  readonly style = {};
  readonly attributes = new Map<string, string>();
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: Part | null;
  parentNode: Part | null = null;
  childNodes: Part[] = [];
  nodeValue = "";

  constructor(type: number, name: string, document: Part | null) {
    super();
    this.nodeType = type;
    this.nodeName = name;
    this.ownerDocument = document;
  }

  createElement = (name: string) => new Part(1, name.toUpperCase(), this);
  createTextNode = (words: string) => Object.assign(new Part(TEXT, "#text", this), { nodeValue: words });
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value);
  removeAttribute = (name: string) => void this.attributes.delete(name);
  appendChild = (part: Part) => this.insertBefore(part, null);

  get tagName() {
    return this.nodeName;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get textContent(): string {
    return this.nodeType === TEXT ? this.nodeValue : this.childNodes.map((part) => part.textContent).join("");
  }

  set textContent(words: string) {
    this.childNodes = [];
    if (words) this.appendChild((this.ownerDocument ?? this).createTextNode(words));
  }

  insertBefore(part: Part, before: Part | null) {
    part.parentNode?.removeChild(part);
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, part);
    part.parentNode = this;
    return part;
  }

  removeChild(part: Part) {
    this.childNodes = this.childNodes.filter((one) => one !== part);
    part.parentNode = null;
    return part;
  }
}

const page = new Part(9, "#document", null);
vi.stubGlobal("document", Object.assign(page, { defaultView: globalThis }));
vi.stubGlobal("window", globalThis);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
vi.stubGlobal("navigator", { userAgent: "" });
vi.stubGlobal("HTMLIFrameElement", class {});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

/** Returns a place to draw in: `draw` puts this there, in place of what it holds, and lets it settle; `text` is what it reads by now. */
export async function place() {
  const { createRoot } = await import("react-dom/client"); // it looks for the document as it is loaded
  const element = page.createElement("div");
  const root = createRoot(element as unknown as Element);
  return {
    draw: (node: ReactNode) => act(async () => root.render(node)),
    text: () => element.textContent,
  };
}
