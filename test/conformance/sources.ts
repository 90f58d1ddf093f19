import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, ViteUserConfig } from "vitest/config";
import { mutate } from "../../scripts/conformance/mutation.mjs";
import { activeChange, withTextChange } from "./change.js";

const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** The packages under test as their sources, so that a change of a source takes effect without a build. */
export const SOURCES: ViteUserConfig = {
  define: { __SDKPP_COMMIT__: '"sources"' },
  resolve: {
    alias: [
      { find: /^sdkpp$/, replacement: path("lib/index.ts") },
      { find: /^sdkpp\/voice$/, replacement: path("lib/voice/index.ts") },
      { find: /^sdkpp\/wire$/, replacement: path("lib/wire/index.ts") },
      { find: /^@sdkpp\/platform$/, replacement: path("platform/index.ts") },
    ],
  },
  plugins: [applyChange(), workersOfBuild()],
};

function applyChange(): Plugin {
  return { name: "apply-change", enforce: "pre", transform: changed };
}

function changed(code: string, path: string): string {
  const active = activeChange(path);
  if (active === undefined) return code;
  return "operator" in active ? mutate(code, active) : withTextChange(code, active);
}

/** A worker thread starts from a file that Node can run: the built one. */
function workersOfBuild(): Plugin {
  const WORKER = /new URL\("(\.\/[a-z-]+)\.js", import\.meta\.url\)/g;
  return {
    name: "workers-of-the-build",
    enforce: "pre",
    transform: (code, id) =>
      code.replaceAll(WORKER, (whole, name: string) => {
        const source = resolve(dirname(id), name);
        if (!existsSync(`${source}.ts`)) return whole;
        const built = `${source.replace(path("platform"), path("platform/dist"))}.js`;
        return `new URL(${JSON.stringify(`file://${built}`)})`;
      }),
  };
}
