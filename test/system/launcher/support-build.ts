// The launcher as it is built: its pages, for the app and for development, its main and its preload script.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import { rolldown, type RolldownOptions } from "rolldown";
import { build, type Plugin } from "vite";
import { developmentPage } from "../../../examples/launcher/development-page.mjs";

export const LAUNCHER = join(import.meta.dirname, "../../../examples/launcher");

/** Builds the pages into a folder. @param use "development": they connect with a development host */
export async function buildPages(use: "app" | "development", folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(LAUNCHER, "src/renderer"),
    logLevel: "error",
    // React as it is developed with complains of what is wrong. Vite would take what the tests' own environment says.
    oxc: { jsx: { runtime: "automatic", development: use === "development" } },
    define: {
      "process.env.NODE_ENV": JSON.stringify(use === "development" ? "development" : "production"),
    },
    plugins: use === "development" ? [developmentPage as Plugin] : [],
    build: { outDir: folder, emptyOutDir: true },
  });
}

/** Builds main for a platform. @param electron a module in the place of Electron; without it Electron's own is imported */
export function buildMain({ endpoints, seeded }: Platform, electron?: string): Promise<string> {
  const env = {
    DEV: false,
    MAIN_VITE_WEB_BASE: endpoints.webBase,
    MAIN_VITE_API_BASE: endpoints.apiBase,
    MAIN_VITE_APPLICATION_ID: seeded.applicationId,
  };
  const input: RolldownOptions = {
    input: join(LAUNCHER, "src/main/index.ts"),
    platform: "node",
    transform: { define: { "import.meta.env": JSON.stringify(env) } },
  };
  return bundled(input, "esm", electron);
}

/** Builds the preload script, one file without imports but Electron. @param electron as for `buildMain` */
export function buildPreload(format: "cjs" | "iife", electron?: string): Promise<string> {
  return bundled({ input: join(LAUNCHER, "src/preload/index.ts") }, format, electron);
}

async function bundled(
  options: RolldownOptions,
  format: "cjs" | "esm" | "iife",
  electron?: string,
): Promise<string> {
  // main finds its packages beside it
  const packages = options.platform === "node" ? [/^@?sdkpp/] : [];
  const bundle = await rolldown({
    ...options,
    external: [...packages, ...(electron === undefined ? ["electron"] : [])],
    resolve: electron === undefined ? {} : { alias: { electron } },
  });
  const { output } = await bundle.generate({ format });
  await bundle.close();
  return output[0].code;
}

export const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves a folder on loopback. @returns the server and its origin */
export async function serve(folder: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname;
    const file = join(folder, path === "/" ? "index.html" : path);
    readFile(file).then(
      (text) => response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(text),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}
