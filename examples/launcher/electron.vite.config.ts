import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

// Dependencies stay outside of main, where the addon and the programs of processes lie beside the code. A sandboxed preload script is one file.
export default defineConfig({
  main: {},
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: { output: { format: "cjs", entryFileNames: "index.cjs" } },
    },
  },
  renderer: {
    plugins: [react(), { name: "without-policy", apply: "serve", transformIndexHtml: withoutPolicy }],
  },
});

/** Hot reload puts scripts and styles into the page, which the policy of index.html forbids. */
function withoutPolicy(html: string): string {
  return html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
}
