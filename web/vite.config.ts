// Two builds from one configuration: the browser's files, and the script that draws the pages (app/prerender.tsx).
// DIST_DIR builds into another folder.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const dist = process.env.DIST_DIR ?? "dist";

/** Few files instead of many: what every page needs, what public pages stand in and share, and what forms need. */
const groups = [
  {
    name: "base",
    priority: 4,
    minShareCount: 2,
    test: new RegExp(
      [
        "node_modules/(react|react-dom|scheduler|wouter|regexparam|tailwind-merge|class-variance-authority)/",
        "lucide-react/dist/esm/[A-Za-z]+[.]mjs",
        "lucide-react/dist/esm/icons/(x|menu|sun|moon|plus|phone|check|pause|play|(arrow|chevron)-(left|right))[.]mjs",
        "app/(lib/(?!(browsers|clock|passkeys|photo|light|people|schemes|stores|text|time-of-day|tone|wipe)[.])|api/(error|idempotency|page-data|rules))",
        "app/forms/(first-fault|form-element|submit-button)", // of forms with nothing else of forms, too
        "app/ui/(badge|boundary|button|clear-side|classes|dialog-close|dialog[.]tsx|input|lazy|mark|skeleton|skip-link|spinner|theme|toast|unsaved|unscripted|visually)",
      ].join("|"),
    ),
  },
  // With what only forms need, wherever it stands: it must not come to pages without one.
  {
    name: "forms",
    priority: 3,
    test: /node_modules\/(react-hook-form|valibot)\/|app\/forms\/(?!two-step|first-fault|submit|owed)|app\/lib\/text[.]|app\/site\/sections\/honeypot/,
  },
  // Only where lights are drawn.
  { name: "light", priority: 4, test: /app\/lib\/(light|tone)[.]/ },
  // What visitors load too stands apart from what staff alone do.
  {
    name: "fault",
    priority: 4,
    test: /app\/ui\/fault|lucide-react\/dist\/esm\/icons\/triangle-exclamation-point[.]mjs/,
  },
  { name: "clock", priority: 4, test: /app\/lib\/clock/ },
  { name: "copy", priority: 4, test: /lucide-react\/dist\/esm\/icons\/copy[.]mjs|app\/ui\/shown-only-now/ },
  // Of a day on site, which a phone keeps whole: one by one they would weigh twice as much, and each file is a moment's work to load.
  {
    name: "signs",
    priority: 3,
    test: /lucide-react\/dist\/esm\/icons\/(camera|chevron-down|image-plus|mail|message-square|navigation|refresh-cw|search|trash|undo-2)[.]mjs/,
  },
  // What windows, menus and tabs stand on, and what windows and menus do: in the panel's own file, visitors would load that with a window.
  {
    name: "primitives",
    priority: 4,
    test: /node_modules\/@radix-ui\/(primitive|react-(context|id|presence|primitive|use-(callback-ref|controllable-state|effect-event|layout-effect)))\/|app\/ui\/next-stop/,
  },
  {
    name: "window",
    priority: 3,
    test: /node_modules\/(@radix-ui\/react-(dialog|dismissable-layer|focus-guards|focus-scope|portal)|aria-hidden|react-remove-scroll(-bar)?)\/|app\/ui\/discard-question/,
  },
  { name: "client", priority: 4, test: /node_modules\/openapi-fetch\/|app\/api\/client/ },
  {
    name: "session",
    priority: 3,
    minShareCount: 2,
    test: /app\/(forms\/owed-log-out|api\/(log-out|kept-session)|lib\/(passkeys|stores|wipe))/,
  },
  {
    name: "panel",
    priority: 2,
    test: /node_modules\/@tanstack\/(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation))|app\/offline\/|app\/panel\/layout\/(bell|card-host|layout)[.]|app\/panel\/schedule\/today\/heard|app\/ui\/tooltips|app\/panel\/(shell|user|waiting)\/(?!palette|shortcut-help|sign-in-here|somebody-else|waiting-list|waits-here|log-out)|app\/panel\/staff\/(branch-clock|no-branch|queries)|app\/panel\/list\/(linked-record|open-record|record-address|record-link|tab|filters|record-skeleton|unloaded)|app\/panel\/any-record\/(draft|promised-words)|app\/panel\/setup\/under-way|app\/panel\/schedule\/(today\/(own-visit|today-view)|telling)|app\/panel\/records\/work-orders\/order-filters[.]ts|app\/panel\/pictures\/(order-photo|size)[.]ts|app\/lib\/(people|time-of-day)[.]|app\/ui\/(choice|copy|file-button|look-badge|screen-title|tabs|tooltip)[.]/,
  },
  // On every page, or on nearly every: two files would be two requests.
  {
    name: "site",
    priority: 1,
    test: /app\/site\/(analytics|content\/(company-blocks|contact|pictures|scenes|studio|support)|layout\/(?!layout[.])|newsletter|picture|quote\/(open|quote-(button|host))|sections\/(aside-heading|band|button-link|hero|hydrated|item-picture|page-label|rendered|section|unscripted-note)[.]|slots|stored-picture|visitor)/,
  },
  {
    name: "blocks",
    minShareCount: 2,
    test: /app\/site\/sections\/(comparison|faq|features|figures|filter|image-grid|rows|steps|toggle-button)/,
  },
  {
    name: "studio-lead",
    minShareCount: 2,
    test: /app\/site\/(sections\/(falling|studio-lead)|studio\/(open-studio|studio-(button|host)))/,
  },
  // What the studio's steps share: a file for each would weigh more than what it holds.
  { name: "studio-shared", test: /app\/studio\/(engine|pointing|words)[.]/ },
];

/** Writes down what each file holds and loads, for the tests that keep the code of staff away from visitors. It is not served. */
const contents: Plugin = {
  name: "contents",
  generateBundle(_, bundle) {
    const rows = Object.values(bundle).flatMap((file) => {
      if (file.type !== "chunk") return [];
      const modules = file.moduleIds.map((id) => relative(process.cwd(), id)).filter((id) => id.startsWith("app/"));
      return [[file.fileName, { modules, imports: file.imports, later: file.dynamicImports }]];
    });
    this.emitFile({ type: "asset", fileName: "contents.json", source: JSON.stringify(Object.fromEntries(rows)) });
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), !isSsrBuild && contents],
  publicDir: false,
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("app", import.meta.url)),
      // React has the hook itself; the shim that wouter asks for is for React 17.
      "use-sync-external-store/shim/index.js": "react",
    },
  },
  build: {
    target: "es2022",
    emptyOutDir: !isSsrBuild,
    outDir: isSsrBuild ? `${dist}/.server` : dist,
    manifest: isSsrBuild ? false : "manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: ["app/entry-client.tsx", "app/site.css", "app/staff.css"],
        // Shorter than the usual eight: the worker keeps every name, and 42 bits are enough to tell two builds of a file apart.
        output: { codeSplitting: { groups }, chunkFileNames: "assets/[name]-[hash:7].js" },
      },
    }),
  },
  ssr: { noExternal: true },
  test: {
    include: ["app/**/*.test.ts", "app/**/*.test.tsx"],
    environment: "node",
    // Of the files that these tests load. What draws pages is tested in a real browser, by the journeys.
    coverage: {
      provider: "v8",
      reporter: ["text-summary"],
      reportsDirectory: "node_modules/.coverage",
      exclude: ["**/*.tsx"], // what is drawn is shown by the journeys, in a browser
      thresholds: { lines: 85, branches: 80 },
    },
  },
}));
