// Two builds from one configuration: the browser's files, and the module that prerender.mjs draws the pages with.
// DIST_DIR builds into another folder.
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const dist = process.env.DIST_DIR ?? "dist";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: false,
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  build: {
    target: "es2022",
    emptyOutDir: !isSsrBuild,
    outDir: isSsrBuild ? `${dist}/.server` : dist,
    manifest: isSsrBuild ? false : "manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: { input: ["app/entry-client.tsx", "app/site.css", "app/staff.css"] },
    }),
  },
  ssr: { noExternal: true },
  test: { include: ["app/**/*.test.ts", "app/**/*.test.tsx"], environment: "node" },
}));
