// The command line: every start and every stop ends in words and in an exit code.
import { connectControl } from "@sdkpp/platform/control";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { CommandsProcess } from "../../support/commands-process.js";
import { RawGame } from "../../support/raw-game.js";
import { expectSentence, folderPerTest, use } from "./support-folder.js";
import { platformForTest } from "./support-platform.js";

const at = folderPerTest();
const PROGRAM = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;

interface Run {
  readonly child: ChildProcess;
  /** Code or signal, once it has ended. */
  readonly ended: Promise<number | string | null>;
  readonly out: () => string;
  readonly err: () => string;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [PROGRAM, "start", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (text.out += String(chunk)));
  child.stderr.on("data", (chunk) => (text.err += String(chunk)));
  const ended = new Promise<number | string | null>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  return { child, ended, out: () => text.out, err: () => text.err };
}

/** The line of a start before there is anything to print. */
const progress = (folder: string) => `starting with the data of ${folder}…\n`;

/** Looks again whenever something may have happened, until it has. */
async function until(run: Run, what: string, hasHappened: () => boolean): Promise<void> {
  await expect.poll(hasHappened, { timeout: 15_000, interval: 1, message: what }).toBe(true);
  expect(run.child.exitCode).toBeNull();
}

describe("a termination signal", () => {
  it.each<[string, NodeJS.Signals, (run: Run) => boolean]>([
    ["as soon as the folder is taken", "SIGTERM", () => existsSync(at("platform.lock"))],
    ["as soon as the authority is there", "SIGINT", () => existsSync(at("ca.pem"))],
    ["right after the first printed address", "SIGHUP", ({ out }) => out().includes("api:")],
  ])("%s: %s ends in a clean stop", async (_when, signal, isTime) => {
    const run = start("--data", at(""));
    await until(run, "the moment", () => isTime(run));
    run.child.kill(signal);
    expect({ ended: await run.ended, err: run.err() }).toEqual({ ended: 0, err: progress(at("")) });
    // The folder that it left can be used at once.
    await use(at(""));
  });
});

describe("a desktop app", () => {
  it("starts with the platform for an account, and is printed with its address", async () => {
    const first = await platformForTest({ dataDir: at("") });
    const { seeded } = first;
    await first.stop();
    const run = start(
      "--data",
      at(""),
      "--desktop-app",
      seeded.userIds[0],
      "--desktop-app-folder",
      at("rpc"),
    );
    await until(run, "the address", () => run.out().includes("application:"));
    const path = /^desktop app: (.*)$/m.exec(run.out())?.[1];
    expect(path).toBe(at("rpc/discord-ipc-0"));
    using game = await RawGame.start(path!, seeded.applicationId);
    expect(game.events("READY")).toMatchObject([{ user: { id: seeded.userIds[0] } }]);
    run.child.kill("SIGTERM");
    expect([await run.ended, await game.closeCode()]).toEqual([0, 1000]);
    expect(existsSync(at("rpc/discord-ipc-0"))).toBe(false);
  });
});

describe("a start", () => {
  it("prints every id with its name, and that it is ready; takes accounts by name", async () => {
    const run = start("--auto-approve", "Ada", "--desktop-app", "ben", "--desktop-app-folder", at("rpc"));
    await until(run, "the last line", () => run.out().includes("ready:"));
    const value = (name: string) =>
      new RegExp(`^${name}: (\\S+)(?: \\((.*)\\))?$`, "m").exec(run.out())?.slice(1);
    const named = ["application", "bot user", "guild", "text channel", "voice channel"].map(value);
    expect(named.map((one) => one?.[1])).toEqual([
      "Seeded Game",
      "Seeded Game",
      "Seeded Server",
      "general",
      "Voice",
    ]);
    expect(run.out()).toMatch(
      /^user: \d+ \(ada\)\nuser: \d+ \(ben\)\ncontrol: .*\ncontrol token: .*\nready: /m,
    );
    const control = connectControl({ url: value("control")![0]!, token: value("control token")![0]! });
    expect(await control.users.create({ username: "cyd" })).toMatchObject({ username: "cyd" });
    const authorize = new URL(`${value("web")![0]!}/oauth2/authorize`);
    const query = {
      client_id: named[0]![0]!,
      response_type: "code",
      scope: "identify",
      state: "s".repeat(16),
    };
    authorize.search = new URLSearchParams({
      ...query,
      redirect_uri: "http://127.0.0.1/callback",
    }).toString();
    const agreed = await fetch(authorize, { redirect: "manual" });
    expect(agreed.headers.get("location")).toContain("code=");
    using game = await RawGame.start(value("desktop app")![0]!, named[0]![0]!);
    expect(game.events("READY")).toMatchObject([{ user: { username: "ben" } }]);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
  });
});

describe("the log of a start", () => {
  /** Sends a request, and a game whose handshake is wrong. @returns standard error, once it has these words */
  async function logged(level: string, words: string): Promise<string> {
    const run = start("--log", level, "--desktop-app", "ada", "--desktop-app-folder", at(level));
    await until(run, "the last line", () => run.out().includes("ready:"));
    const value = (name: string) => new RegExp(`^${name}: (\\S+)`, "m").exec(run.out())![1]!;
    await fetch(`${value("api")}/v10/gateway`);
    using game = await RawGame.open(value("desktop app"));
    game.send(0, "{");
    expect(await game.closeCode()).toBe(4005);
    await until(run, "the log", () => run.err().includes(words));
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
    return run.err();
  }
  const CLOSED = "rpc: closed a connection with 4005";

  it("has what its level asks for", async () => {
    expect(await logged("error", "")).toBe("");
    const info = await logged("info", CLOSED);
    expect(info).not.toContain("GET /gateway");
    const trace = await logged("trace", "GET /gateway → 200");
    expect(trace).toContain(CLOSED);
    expect(trace).toMatch(/^\d\d:\d\d:\d\d\.\d{3} http +GET \/gateway → 200 in \d+ ms$/m);
  });
});

describe("a failed start", () => {
  it("of a damaged database prints one sentence and exits with 1", async () => {
    writeFileSync(at("platform.db"), "garbage ".repeat(1000));
    const run = start("--data", at(""));
    expect(await run.ended).toBe(1);
    expectSentence(
      run
        .err()
        .slice(progress(at("")).length)
        .trimEnd(),
      at("platform.db"),
    );
    expect(run.out()).toBe("");
  });

  it("of wrong options prints the mistake without a stack", async () => {
    await using commands = new CommandsProcess();
    const all: [option: string, value: string, words: string][] = [
      ["--port", "x", "expected a whole number from 0 to 65535"],
      ["--port", "", "expected a whole number from 0 to 65535"],
      ["--log", "loud", "Allowed choices are error, info, trace"],
      ["--e2ee", "on", "Allowed choices are required, optional, off"],
      ["--taken-over-close", "4000", "Allowed choices are 4014, 4006, none"],
      ["--cors", "game.example", "--cors: expected an origin such as https://game.example, or *"],
      [
        "--desktop-app",
        "1",
        "--desktop-app: expected the id or the name of a user who is not a bot (ada, ben)",
      ],
      [
        "--auto-approve",
        "zoe",
        "--auto-approve: expected the id or the name of a user who is not a bot (ada, ben), received 'zoe'",
      ],
      ["--desktop-app-folder", "x", "--desktop-app: expected the id of a user beside --desktop-app-folder"],
      ["--sessions-per-user", "none", "--sessions-per-user: expected a whole number from 1"],
    ];
    for (const [option, value, words] of all) {
      const { code, err } = await commands.run(["start", option, value]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) });
      expect(err).not.toMatch(/^\s+at /m);
    }
  });
});

describe("ca", () => {
  it("prints the certificate authority while a platform uses the folder", async () => {
    await platformForTest({ dataDir: at("") });
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "ca", "--data", at("")]);
    const ca = readFileSync(at("ca.pem"), "utf8");
    expect(stdout).toBe(ca);
    const json = [PROGRAM, "ca", "--data", at(""), "--json"];
    expect(JSON.parse((await promisify(execFile)(process.execPath, json)).stdout)).toEqual({ ca });
  });
});
