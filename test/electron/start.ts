// The launcher as it is built, in the Electron that ELECTRON_PATH names.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "@sdkpp/platform";
import { _electron, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { buildMain, buildPages, buildPreload } from "../system/launcher/support-build.js";

const ROOT = join(import.meta.dirname, "../..");
/** What main's console says in the place of opening the system's browser. */
const OPENED = "opened in the browser: ";

export interface InElectron {
  readonly page: Page;
  /** the process of a service that runs now */
  readonly pidOf: (service: string) => Promise<number | undefined>;
}

/** Starts the launcher. It ends with the test. @param open plays the player in the system's browser */
export async function startInElectron(platform: Platform, open: (url: string) => void): Promise<InElectron> {
  const folder = await build(platform);
  const app = await _electron.launch({
    executablePath: process.env["ELECTRON_PATH"] ?? "",
    args: [folder, `--user-data-dir=${join(folder, "user")}`, ...switches()],
    cwd: folder,
  });
  onTestFinished(() => app.close());
  app.on("console", (line) => {
    if (line.text().startsWith(OPENED)) open(line.text().slice(OPENED.length));
  });
  await app.evaluate(({ safeStorage, shell }, opened) => {
    shell.openExternal = (url) => {
      console.log(opened + url);
      return Promise.resolve();
    };
    // a machine of tests has no keyring
    if (process.platform === "linux") safeStorage.getSelectedStorageBackend = () => "gnome_libsecret";
  }, OPENED);
  const pidOf = (service: string): Promise<number | undefined> =>
    app.evaluate(
      ({ app: main }, name) => main.getAppMetrics().find((one) => one.name === name)?.pid,
      service,
    );
  return { page: await app.firstWindow(), pidOf };
}

/** Builds it beside node_modules, where main finds its packages. @returns the app's folder */
async function build(platform: Platform): Promise<string> {
  mkdirSync(join(ROOT, "test-out"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "test-out/electron-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write("package.json", JSON.stringify({ name: "launcher", type: "module", main: "out/main/index.js" }));
  write("out/main/index.js", await buildMain(platform));
  write("out/preload/index.cjs", await buildPreload("cjs"));
  await buildPages("app", join(folder, "out/renderer"));
  return folder;
}

/** On Linux, a keyring would ask the player to unlock it, Chromium's sandbox is not for root, and a window needs a desktop. */
function switches(): string[] {
  if (process.platform !== "linux") return [];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return [
    "--password-store=basic",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...(DISPLAY === undefined && WAYLAND_DISPLAY === undefined ? ["--ozone-platform=headless"] : []),
  ];
}
