import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client, ClientCreateOptions, LoggingSeverity } from "../../../lib/index.js";
import { settle } from "../../support/virtual-clock.js";
import { FakeAddon } from "../../support/fake-native.js";
import { waitFor } from "../../support/wait-for.js";
import { lobby, Scene, TOKEN } from "./scene.js";

const { Verbose, Warning, Error: Errors, None } = LoggingSeverity;
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "sdkpp-logs-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = (name = "discord.log"): string => readFileSync(join(folder, name), "utf8");

/** Something to log, as an error, at the next turn of the event loop. */
function fail(client: Client, message: string): Promise<void> {
  client.leaveLobby(1n, () => {
    throw new Error(message);
  });
  return settle();
}

describe("a debug build", () => {
  const debugScene = (): Scene => {
    const addon = new FakeAddon();
    addon.buildType = "debug";
    return new Scene({ loadAddon: () => addon });
  };

  it("starts its log with a warning, and then logs everything", async () => {
    const scene = debugScene();
    await scene.turn();
    expect(scene.logs).toEqual([expect.stringContaining("this is a debug build")]);
    expect(scene.client.setLogDir(folder, Verbose)).toBe(true);
    await scene.ready({ lobbies: [lobby("9")] });
    scene.client.startCall(9n);
    scene.client.destroy();
    expect(scene.logs.filter((line) => line.includes("debug build"))).toHaveLength(1);
  });

  it("warns in the file that begins first", () => {
    const addon = new FakeAddon();
    addon.buildType = "debug";
    const own = new Client(new ClientCreateOptions(), { loadAddon: () => addon });
    own.setLogDir(folder, Warning);
    own.destroy();
    expect(log()).toContain("WARNING this is a debug build");
  });

  it("is not assumed when the addon cannot be loaded", () => {
    const loadAddon = (): never => {
      throw new Error("none for this system");
    };
    const client = new Client(new ClientCreateOptions(), { loadAddon });
    expect(client.setLogDir(folder, Verbose)).toBe(true);
    client.destroy();
    expect(log()).toBe("");
  });
});

describe("the log's file", () => {
  it("has one line per message from the severity on, and is complete after the client's end", async () => {
    const scene = new Scene();
    writeFileSync(join(folder, "discord.log"), "of the run before");
    expect(scene.client.setLogDir(folder, Verbose)).toBe(true);
    await scene.ready();
    scene.dispatch("LOBBY_CREATE", {});
    await fail(scene.client, "two\nlines");
    await scene.turn();
    scene.client.destroy();
    expect(log()).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING ignored a malformed LOBBY_CREATE\n\S+Z ERROR a callback threw: Error: two\n {2}lines\n( {6}at .*\n)+$/,
    );
  });

  it("omits lower severities, and never contains a secret", async () => {
    const scene = new Scene();
    scene.client.setLogDir(folder, Errors);
    await scene.ready();
    scene.dispatch("LOBBY_CREATE", {});
    await fail(scene.client, `with ${TOKEN} and Bearer abcdefghij`);
    await scene.turn();
    scene.client.destroy();
    expect(log().match(/^\S+Z .*$/gm)).toHaveLength(1);
    expect(log()).toContain("threw: Error: with [secret] and Bearer [secret]");
    expect(log()).not.toContain(TOKEN);
  });

  it("is missing: Node warns of an exception in a callback, with its stack, once per place", async () => {
    const warned: Error[] = [];
    const hear = (warning: Error) => warned.push(warning);
    process.on("warning", hear);
    const [client, logging] = [new Client(), new Client()];
    logging.addLogCallback(() => undefined, Errors);
    for (const text of ["first", "again"]) await fail(client, `${text} Bearer abcdefghij`);
    await fail(logging, "heard by the log");
    process.off("warning", hear);
    client.destroy();
    logging.destroy();
    expect(warned.map(({ name }) => name)).toEqual(["SdkWarning"]);
    expect(warned[0]!.message).toMatch(
      /^a callback threw: Error: first Bearer \[secret\]\n\s+at .*log-files/,
    );
  });

  it("does not exist until set, and ends with None", async () => {
    const client = new Client();
    expect(client.setLogDir(folder, None)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    client.setLogDir(folder, Verbose);
    await fail(client, "first");
    expect(client.setLogDir(folder, None)).toBe(true);
    const before = log();
    await fail(client, "second");
    client.destroy();
    expect([before.includes("first"), log()]).toEqual([true, before]);
  });

  it("begins anew each time", async () => {
    const client = new Client();
    client.setLogDir(folder, Verbose);
    await fail(client, "first");
    expect(client.setLogDir(folder, Verbose)).toBe(true);
    await fail(client, "second");
    client.destroy();
    expect(log()).toContain("second");
    expect(log()).not.toContain("first");
  });

  it("is in the working directory when no folder is given", () => {
    const here = process.cwd;
    process.cwd = () => folder;
    try {
      const client = new Client();
      expect(client.setLogDir("", Warning)).toBe(true);
      client.destroy();
    } finally {
      process.cwd = here;
    }
    expect(readdirSync(folder)).toEqual(["discord.log"]);
  });

  it("cannot be opened in a missing folder, nor by a destroyed client", () => {
    const client = new Client();
    expect(client.setLogDir(join(folder, "none"), Verbose)).toBe(false);
    client.destroy();
    expect(client.setLogDir(folder, Verbose)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(existsSync("/dev/full"))("reports a full disk without throwing", async () => {
    const client = new Client();
    const lines: string[] = [];
    client.addLogCallback((message) => lines.push(message), Verbose);
    symlinkSync("/dev/full", join(folder, "discord.log"));
    expect(client.setLogDir(folder, Verbose)).toBe(true);
    await fail(client, "first");
    await waitFor("the warning", () => lines.length === 2);
    expect(lines[1]).toMatch(/^could not write the general log: ENOSPC/);
    await fail(client, "second");
    expect(lines).toHaveLength(3);
    client.destroy();
  });

  it.each<[string, unknown, unknown, string]>([
    ["no text", 5, Verbose, "path: expected a string, received number 5"],
    [
      "no severity",
      "",
      "high",
      "minSeverity: expected one of 1 (Verbose), 2 (Info), 3 (Warning), 4 (Error), 5 (None), received string",
    ],
    [
      "a severity that there is not",
      "",
      6,
      "minSeverity: expected one of 1 (Verbose), 2 (Info), 3 (Warning), 4 (Error), 5 (None), received 6",
    ],
  ])("is rejected for %s", (_name, path, severity, message) => {
    const client = new Client();
    expect(() => client.setLogDir(path as never, severity as never)).toThrow(message);
    expect(() => client.setVoiceLogDir(path as never, severity as never)).toThrow(message);
    client.setVoiceLogDir(folder, Verbose);
    client.destroy();
    expect(readdirSync(folder)).toEqual(["discord-webrtc_0"]);
  });
});

describe("the voice log's files", () => {
  it("are numbered, and those of the previous run are renamed", () => {
    writeFileSync(join(folder, "discord-webrtc_0"), "before");
    const client = new Client();
    client.setVoiceLogDir(folder, Verbose);
    client.destroy();
    expect(readdirSync(folder).sort()).toEqual(["discord-last-webrtc_0", "discord-webrtc_0"]);
    expect([log("discord-last-webrtc_0"), log("discord-webrtc_0")]).toEqual(["before", ""]);
  });

  it("have the voice log's lines only", () => {
    const client = new Client();
    client.setVoiceLogDir(folder, Warning);
    client.setLogDir(folder, Verbose);
    client.startCall(7n);
    client.destroy();
    expect(log("discord-webrtc_0")).toMatch(/^\S+Z WARNING call 7 not started: /);
    expect(log()).toBe("");
  });

  it.each<[string, (client: Client) => unknown]>([
    ["a callback was added", (client) => client.addVoiceLogCallback(() => undefined, Verbose)],
    ["there was something to log", (client) => client.startCall(7n)],
    ["it was called before", (client) => client.setVoiceLogDir(folder, None)],
  ])("have no effect but a warning when %s", async (_name, begin) => {
    const client = new Client();
    const lines: string[] = [];
    client.addLogCallback((message) => lines.push(message), Verbose);
    begin(client);
    client.setVoiceLogDir(folder, Verbose);
    await settle();
    expect(lines).toEqual(["setVoiceLogDir has no effect: call it once, before the voice log begins"]);
    expect(readdirSync(folder)).toEqual([]);
    client.destroy();
  });

  it("log a warning when the folder is missing", async () => {
    const client = new Client();
    const lines: string[] = [];
    client.addLogCallback((message) => lines.push(message), Verbose);
    client.setVoiceLogDir(join(folder, "none"), Verbose);
    await settle();
    expect(lines).toEqual([expect.stringMatching(/^could not open the voice log: ENOENT/)]);
    client.destroy();
  });
});
