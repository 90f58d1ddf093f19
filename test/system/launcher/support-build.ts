// The launcher's pages as vite builds them, for the app and for development.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
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
