// The launcher as it is built: its main in this process, with child processes in the places of utility processes, and its pages in Chromium.
import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Platform } from "@sdkpp/platform";
import { chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { standIn } from "../../../support/electron/stand-in.js";
import { waitFor } from "../../../support/wait-for.js";
import { buildMain, buildPages, buildPreload, TYPES } from "../support-build.js";
import { ARGS } from "../support-launcher.js";
import { serveScheme, windowClass, type Handler } from "./windows.js";

const ROOT = join(import.meta.dirname, "../../../..");
const ELECTRON = { main: "electron-module.mjs", preload: "ipc-renderer.ts" };

/** A launcher that runs. */
export interface Running {
  readonly page: Page;
  /** what main answers for its scheme */
  readonly handler: Handler;
  /** the process of a service that was started last */
  readonly pidOf: (service: string) => number | undefined;
}

/** Starts the launcher's main. @param open plays the player in the system's browser */
export async function startLauncher(platform: Platform, open: (url: string) => void): Promise<Running> {
  // beside node_modules, where main finds its packages
  mkdirSync(join(ROOT, "test-out"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "test-out/launcher-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ARGS });
  onTestFinished(() => browser.close());
  await buildPages("app", join(folder, "renderer"));
  let handler: Handler = () => new Response(null, { status: 404 });
  const scheme = await serveScheme(() => handler);
  onTestFinished(() => scheme.close());

  const pages: Page[] = [];
  const processes: { service: string; pid: () => number | undefined }[] = [];
  const electron = standIn({}, open);
  const fork = electron.utilityProcess.fork.bind(electron.utilityProcess);
  electron.utilityProcess.fork = (program, args, options) => {
    const started = fork(program, args, options);
    processes.push({ service: options?.serviceName ?? "", pid: () => started.pid });
    return started;
  };
  onTestFinished(() => {
    for (const { pid } of processes) if (pid() !== undefined) process.kill(pid()!, "SIGKILL");
  });
  const app = Object.assign(new EventEmitter(), {
    requestSingleInstanceLock: () => true,
    quit: () => undefined,
    whenReady: () => Promise.resolve(),
    getPath: () => folder,
  });
  const preload = await buildPreload("iife", join(import.meta.dirname, ELECTRON.preload));
  const opened = (page: Page): void => void pages.push(page);
  Object.assign(globalThis, {
    electronStandIn: {
      ...electron,
      app,
      protocol: {
        registerSchemesAsPrivileged: () => undefined,
        handle: (_scheme: string, given: Handler) => (handler = given),
      },
      net: { fetch: fetchFile },
      BrowserWindow: windowClass({ browser, origin: scheme.origin, preload, opened }),
    },
  });

  const program = join(folder, "main/index.mjs");
  mkdirSync(join(folder, "main"));
  writeFileSync(program, await buildMain(platform, join(import.meta.dirname, ELECTRON.main)));
  await import(/* @vite-ignore */ pathToFileURL(program).href);
  await waitFor("the window", () => pages.length === 1);
  const pidOf = (service: string): number | undefined =>
    processes.findLast((one) => one.service === service && one.pid() !== undefined)?.pid();
  return { page: pages[0]!, handler: (request) => handler(request), pidOf };
}

function fetchFile(url: string): Promise<Response> {
  const file = fileURLToPath(url);
  if (!existsSync(file)) return Promise.reject(new Error("net::ERR_FILE_NOT_FOUND"));
  const headers = { "content-type": TYPES[extname(file)] ?? "text/plain" };
  return Promise.resolve(new Response(readFileSync(file), { headers }));
}
