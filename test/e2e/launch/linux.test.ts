// A game registers itself, and a real desktop opens its address: with gio, which desktops of GNOME's family use, and xdg-open.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";

const GAME = resolve(import.meta.dirname, "../../support/launched-game.mjs");
const PACKAGE = pathToFileURL(resolve(import.meta.dirname, "../../../dist/bundle/index.js")).href;
const has = (tool: string) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;
/** Without them a machine has no desktop that could open an address; the project's checks install both. */
const isRequired = process.env["CI"] !== undefined;
const can = (tool: string) => process.platform === "linux" && (isRequired || has(tool));

/** Of one program. */
const LIMIT_MS = 30_000;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The user's own environment must not be touched, and no display must be found. */
function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH = "", CI } = process.env;
  return {
    ...{ PATH, HOME: home, DISPLAY: ":4711", APPLICATION_ID: "7", SDKPP_PACKAGE: PACKAGE },
    ...(CI === undefined ? {} : { CI }),
    REPORT: join(home, "report.json"),
    ...more,
  };
}

/** @param game its file @returns what it prints */
function run(game: string, argument: string, more?: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(process.execPath, [game, argument], {
    env: environment(more),
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  return stdout + stderr;
}

/** The reason with which the desktop started the game. */
async function open([command = "", ...args]: string[], more: Record<string, string> = {}): Promise<unknown> {
  const child = spawn(command, args, { env: environment(more), stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const report = join(home, "report.json");
  const isWritten = () => existsSync(report) && readFileSync(report, "utf8").endsWith("}");
  await waitFor(`the game to start`, isWritten).catch((error: unknown) => {
    throw new Error(`${String(error)}; ${command} said: ${said}`);
  });
  return JSON.parse(readFileSync(report, "utf8"));
}

const ADDRESS = "discord-7:///_discord/join?secret=open%20sesame";
const JOINED = { handled: "join", secrets: ["open sesame"] };

describe.skipIf(!can("gio"))("gio (Debian: libglib2.0-bin) opens the address of a game", () => {
  it.each([
    "game.mjs",
    "a b/g.mjs",
    'q"uote/g.mjs',
    "per%cent/%u.mjs",
    "do$HOME/`id`.mjs",
    "new\nline/g.mjs",
    "a=b;c&d/g'.mjs",
    "Ωmega/ゲーム.mjs",
  ])("that is in %j", async (name) => {
    const game = join(home, name);
    mkdirSync(join(game, ".."), { recursive: true });
    cpSync(GAME, game);
    expect(run(game, "--register")).toBe("true\n");
    expect(await open(["gio", "open", ADDRESS])).toEqual({ ...JOINED, args: [ADDRESS] });
  });

  it("with the arguments that it was registered with", async () => {
    const COMMAND = `'${process.execPath}' '${GAME}' "--name=a b" '$HOME' 'a\\b' mygame://start`;
    expect(run(GAME, "--register", { COMMAND })).toBe("true\n");
    expect(await open(["gio", "open", "discord-7://"])).toEqual({
      handled: "launch",
      secrets: [],
      args: ["--name=a b", "$HOME", "a\\b", "mygame://start", "discord-7://"],
    });
  });

  it("no more after it was unregistered", () => {
    expect([run(GAME, "--register"), run(GAME, "--unregister")]).toEqual(["true\n", "true\n"]);
    const { status } = spawnSync("gio", ["open", ADDRESS], { env: environment(), timeout: LIMIT_MS });
    expect(status).not.toBe(0);
    expect(existsSync(join(home, "report.json"))).toBe(false);
  });

  it("not when it could not be registered", () => {
    expect(run(GAME, "--register", { XDG_DATA_HOME: "/dev/null/nowhere" })).toBe("false\n");
    expect(existsSync(join(home, ".config"))).toBe(false);
  });
});

describe.skipIf(!can("xdg-open"))("xdg-open (Debian: xdg-utils) opens the address of a game", () => {
  // By itself it takes a scheme with digits for a file; every desktop has an opener of its own that does not.
  it("on a desktop", async () => {
    expect(run(GAME, "--register")).toBe("true\n");
    expect(await open(["xdg-open", ADDRESS], { XDG_CURRENT_DESKTOP: "GNOME" })).toEqual({
      ...JOINED,
      args: [ADDRESS],
    });
  });
});
