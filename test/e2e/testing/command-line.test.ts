// People at the command line: those that live on a platform, and those that come for one command.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandsProcess } from "../../support/commands-process.js";
import { folderPerTest } from "../platform/support-folder.js";
import { ROOT } from "../support-examples.js";

const BUNDLE = path.join(ROOT, "platform/dist/bundle");
const PLATFORM = path.join(BUNDLE, "cli.js");
const TESTING = path.join(ROOT, "packages/testing/dist/bundle/cli.js");
const at = folderPerTest();

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(program: string, args: readonly string[], options: object = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe("on a platform without people", () => {
  let platform: Platform;
  let env: NodeJS.ProcessEnv;
  let commands: CommandsProcess;
  const command = (...args: readonly string[]) => run(PLATFORM, args, { env });

  beforeAll(async () => {
    platform = await startPlatform({ controlApi: {} });
    const { url, token } = platform.controlApi!;
    env = { ...process.env, SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token };
    commands = new CommandsProcess();
  });
  afterAll(() => commands[Symbol.asyncDispose]());
  afterAll(() => platform.stop());

  it("somebody comes to a channel, writes and goes; the same name is the same user", async () => {
    const { textChannelId } = platform.seeded;
    for (const words of ["hello", "again"]) {
      const { code, out } = await command("say", words, "--as", "cyd", "--in", textChannelId);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\n$/) });
    }
    expect(platform.control.users.list().filter(({ username }) => username === "cyd")).toHaveLength(1);
  });

  it("one hears what another one speaks", async () => {
    const speaking = command("speak", "440hz", "--seconds", "6", "--as", "ada", "--lobby", "room");
    const heard = await command("heard", "ada", "--as", "ben", "--lobby", "room", "--of", "440hz", "--json");
    expect(heard).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(heard.out)).toMatchObject({ undecryptable: 0, seconds: expect.any(Number) });
    expect(await speaking).toEqual({ code: 0, out: "", err: "" });
  });

  it("two call each other, and the figures say how well", async () => {
    const { code, out } = await command("call", "--seconds", "1", "--json");
    const one = { loss: 0, jitterMs: expect.any(Number), delayMs: expect.any(Number) };
    expect({ code, call: JSON.parse(out) as object }).toMatchObject({
      code: 0,
      call: { there: one, back: one },
    });
    const { there } = JSON.parse(out) as { there: { estoi: number } };
    expect(there.estoi).toBeGreaterThan(0.7);
  });

  it.each<[string[], number, string]>([
    [["say", "x", "--as", "ada"], 2, "--in: expected a channel, or --lobby, received neither"],
    [["say", "x", "--as", "ada", "--in", "5"], 1, "Unknown Channel"],
    [
      ["speak", "none.wav", "--as", "ada"],
      2,
      "SOUND: expected a WAV file, or a tone such as 440hz, received none.wav",
    ],
    [["heard", "ada", "--as", "ben", "--of", "none.wav"], 2, "--of: expected a WAV file, or a tone"],
    [["speak", "440hz", "--as", "ada"], 1, "ada cannot speak outside a call"],
    [["speak", "9hz", "--as", "ada", "--lobby", "x"], 2, "SOUND: expected 50 to 8000, received 9"],
    [["heard", "ada", "--as", "ben", "--within", "0"], 1, "ben does not hear ada: ben is not in a call"],
    [["heard", "ada", "--as", "ben", "--within", "0", "--json"], 1, '"details":{"cause":"NOT_IN_CALL"'],
    [["heard", "ada", "--as", "ben", "--within", "soon"], 2, "expected a number"],
    [["call", "--seconds", "61"], 2, "--seconds: expected 1 to 60, received 61"],
    [["call", "--random-seed", "0.5"], 2, "--random-seed: expected a whole number, received 0.5"],
    [["call", "--random-seed", "x"], 2, "expected a number"],
    [["start", "--random-seed", "7"], 2, "unknown option '--random-seed'"],
  ])("%j is refused with a sentence", async (args, expected, sentence) => {
    const { code, out, err } = await commands.run(args, env);
    expect({ code, out, err }).toEqual({ code: expected, out: "", err: expect.stringContaining(sentence) });
    expect(err).not.toMatch(/^ +at /m);
  });

  it("without the package its name is the answer", async () => {
    fs.cpSync(BUNDLE, at("dist/bundle"), { recursive: true });
    const manifest = fs.readFileSync(path.join(ROOT, "platform/package.json"), "utf8");
    fs.writeFileSync(at("package.json"), manifest);
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    for (const name of Object.keys(dependencies)) {
      const link = at(path.join("node_modules", name));
      fs.mkdirSync(path.dirname(link), { recursive: true });
      fs.symlinkSync(path.join(ROOT, "node_modules", name), link);
    }
    const alone = await run(at("dist/bundle/cli.js"), ["call"], { env, cwd: at("") });
    expect(alone).toEqual({
      code: 1,
      out: "",
      err: "call needs @sdkpp/testing: npm install --save-dev @sdkpp/testing\n",
    });
  });
});

describe("sdkpp-test", () => {
  const page = fs.readFileSync(path.join(ROOT, "packages/testing/README.md"), "utf8");
  const [, block = ""] = /command-line\.test\.ts -->\n\n```sh\n([^]*?)```/.exec(page) ?? [];

  it("serves people who stay, as its page shows", async () => {
    fs.writeFileSync(at("npx"), `#!/bin/sh\nshift\n"${process.execPath}" "${TESTING}" "$@"\n`, {
      mode: 0o755,
    });
    fs.mkdirSync(at("node_modules/.bin"), { recursive: true });
    fs.symlinkSync(TESTING, at("node_modules/.bin/sdkpp-test"));
    fs.copyFileSync(path.join(ROOT, "examples/demo/speech.wav"), at("hello.wav"));
    const env = { ...process.env, PATH: `${at("")}${path.delimiter}${process.env["PATH"] ?? ""}` };
    const child = spawn("sh", ["-euc", block], { cwd: at(""), env });
    let out = "";
    child.stdout.on("data", (part) => (out += String(part)));
    child.stderr.on("data", (part) => (out += String(part)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    // The command asks for one second at 0.8; what it prints is the mean of all that it has heard.
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^seconds: \d[^]*^estoi: 0\.\d/m) });
  });

  it.each(["serve", "exec"])("%s takes the seed of its people beside the file of its world", async (name) => {
    const args = ["--seed", "none.yaml", ...(name === "exec" ? ["--", "true"] : [])];
    expect(await run(TESTING, [name, "--random-seed", "0.5", ...args])).toEqual({
      code: 2,
      out: "",
      err: "--random-seed: expected a whole number, received 0.5\n",
    });
    const { code, err } = await run(TESTING, [name, "--random-seed", "7", ...args]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("none.yaml") });
  });

  it.each([
    ["none.wav", 2, "--sound <path|json>' argument 'none.wav' is invalid. expected a file (ENOENT"],
    [path.join(ROOT, "examples/demo/speech.wav"), 1, "No control API answers"],
    ['{"hz":440}', 1, "No control API answers"],
  ])("takes a sound as a file or as JSON: %s", async (sound, expected, sentence) => {
    const env = { ...process.env, SDKPP_CONTROL: "http://127.0.0.1:9", SDKPP_CONTROL_TOKEN: "x" };
    const args = ["actors", "speak", "--actor", "ada", "--sound", sound];
    const { code, err } = await run(TESTING, args, { env });
    expect({ code, err }).toEqual({ code: expected, err: expect.stringContaining(sentence) });
  });

  it("runs a command below a platform with people", async () => {
    const script = `
      const { SDKPP_CONTROL: url, SDKPP_CONTROL_TOKEN: token } = process.env;
      const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
      const response = await fetch(url + "/control/v1/actors/state", { method: "POST", headers, body: '{"actor":"ada"}' });
      console.log((await response.json()).name);`;
    const args = ["exec", "--", process.execPath, "--input-type=module", "-e", script];
    expect(await run(TESTING, args)).toMatchObject({ code: 0, out: "ada\n" });
  });
});
