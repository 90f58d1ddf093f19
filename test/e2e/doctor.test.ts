// `npx sdkpp doctor` as players run it: what is whole, and each thing that can be broken.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../architecture/sources.js";
import { CommandsProcess } from "../support/commands-process.js";
import { makeApp } from "../support/packaged-app.js";
import { DOCTOR, runDoctor, type DoctorFinding } from "../support/run-doctor.js";

const folder = mkdtempSync(path.join(tmpdir(), "sdkpp-doctor-"));
const inFolder = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

let platform: Platform;
let doctor: CommandsProcess;
let ca: string;
beforeAll(async () => {
  doctor = new CommandsProcess(DOCTOR);
  platform = await startPlatform({ desktopApp: { userId: "ada" } });
  ca = inFolder("ca.pem", platform.endpoints.ca);
});
afterAll(() => doctor[Symbol.asyncDispose]());
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true });
});

/** Runs it in a folder without packages. */
const run = (args: readonly string[]) => doctor.run(args, {}, folder);

/** The finding of one check. */
async function finding(check: string, ...args: string[]): Promise<DoctorFinding & { readonly code: number }> {
  const { code, out } = await run(["doctor", "--json", ...args]);
  const found = (JSON.parse(out) as DoctorFinding[]).find((one) => one.check === check);
  return { ...found!, code };
}

it("when everything is named, nothing fails", async () => {
  const { apiBase, voice, desktopApp } = platform.endpoints;
  const named = ["--api", apiBase, "--voice", voice, "--ca", ca, "--desktop-app", path.dirname(desktopApp!)];
  const { code, out, err } = await runDoctor(["doctor", ...named, "--addon", addon()], { cwd: root });
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines.filter((line) => line.startsWith("failed"))).toEqual([]);
  for (const check of [
    "runtime",
    "addon",
    "datagrams on loopback",
    "API and clock",
    "voice gateway",
    "desktop app",
    "test call",
  ])
    expect(lines).toContainEqual(expect.stringMatching(`^ok +${check}: .+`));
});

function addon(): string {
  return process.env["SDKPP_ADDON"] ?? path.join(root, "build/Release/sdkpp.node");
}

/** A TCP port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

describe("what is broken is named with its remedy:", () => {
  const broken = { outcome: "failed", code: 1 };

  it("an addon that is not there, and one that is none", async () => {
    const missing = path.join(folder, "none.node");
    const absent = await finding("addon", "--addon", missing);
    expect(absent).toMatchObject(broken);
    expect(absent.found).toContain(`${missing}: not found`);
    const other = inFolder("other.node", "text");
    expect(await finding("addon", "--addon", other)).toMatchObject({ ...broken, remedy: expect.any(String) });
  });

  it("an API that is not there, one of something else, and a clock that is wrong", async () => {
    const absent = `http://127.0.0.1:${await closedPort()}/api`;
    expect(await finding("API and clock", "--api", absent)).toMatchObject({
      ...broken,
      found: `${absent}: ECONNREFUSED`,
    });
    const elsewhere = `${platform.endpoints.webBase}/elsewhere`;
    expect((await finding("API and clock", "--api", elsewhere)).found).toMatch(/answered 404/);
    await platform.control.clock.advance(600_000);
    const late = await finding("API and clock", "--api", platform.endpoints.apiBase);
    expect(late).toMatchObject({ ...broken, found: expect.stringMatching(/600 s behind|599 s behind/) });
  });

  it("a voice gateway without trust, and one that does not speak", async () => {
    const { voice } = platform.endpoints;
    expect((await finding("voice gateway", "--voice", voice)).found).toMatch(/not trusted/);
    expect(
      await finding("voice gateway", "--voice", `127.0.0.1:${await closedPort()}`, "--ca", ca),
    ).toMatchObject(broken);
  });

  it("a file of certificates that is not there, or has none", async () => {
    for (const file of [path.join(folder, "none.pem"), inFolder("empty.pem", "text")])
      expect(await finding("voice gateway", "--ca", file)).toMatchObject({
        ...broken,
        found: expect.stringContaining(file),
        remedy: expect.stringContaining("--ca"),
      });
  });

  it("a desktop app of somebody else", async () => {
    const taken = mkdtempSync(path.join(folder, "app-"));
    writeFileSync(path.join(taken, "discord-ipc-0"), "");
    expect(await finding("desktop app", "--desktop-app", taken)).toMatchObject(broken);
  });

  it("a host that refuses datagrams", async () => {
    const refused = await finding("datagrams to a host", "--udp", "127.0.0.1:9");
    expect(refused).toMatchObject({ ...broken, found: expect.stringContaining("ECONNREFUSED") });
  });
});

describe("--electron", () => {
  it("looks at a packaged app, and at nothing of this machine", async () => {
    const { code, out } = await run(["doctor", "--electron", makeApp(folder)]);
    expect([code, out]).toEqual([0, expect.not.stringMatching(/^(failed|ok +runtime)/m)]);
    expect(out).toMatch(/^ok +addon: linux-x64 at .+sdkpp\.glibc\.node$/m);
  });

  it("names a fault of the app with its remedy", async () => {
    const app = makeApp(folder, { addons: ["win32-x64"] });
    expect(await finding("addon", "--electron", app)).toMatchObject({
      code: 1,
      outcome: "failed",
      found: "there is none for linux-x64 (glibc), only for win32-x64",
      remedy: expect.stringMatching(/^pack node_modules/),
    });
  });

  it("names a folder without an app", async () => {
    expect(await finding("app", "--electron", path.join(folder, "none"))).toMatchObject({
      code: 1,
      outcome: "failed",
      found: expect.stringMatching(/is not there$/),
    });
  });
});

it("a test call without the packages for it is skipped, with their names", async () => {
  expect(await finding("test call")).toMatchObject({
    outcome: "skipped",
    found: expect.stringContaining("npm install --save-dev @sdkpp/platform @sdkpp/testing"),
  });
});

describe("wrong arguments end with code 2 and one sentence:", () => {
  it.each([
    [["doctor", "--nonsense"], /^error: unknown option '--nonsense'\n$/],
    [["doctor", "-n"], /^error: unknown option '-n'\n$/],
    [["doctor", "--udp"], /^error: option '--udp <name>:<port>' argument missing\n$/],
    [["doctor", "--udp", "--json"], /^error: option '--udp <name>:<port>' argument missing\n$/],
    [["doctor", "--json=yes"], /^error: option '--json' takes no value\n$/],
    [["doctor", "--electron"], /^error: option '--electron <app>' argument missing\n$/],
    [["doctor", "--electron", ".", "--ca", "x"], /'--electron <app>' goes together with '--json' only\n$/],
    [["doctor", "--udp", "nowhere"], /--udp: expected <name>:<port>/],
    [["surgeon"], /^Usage: sdkpp doctor/],
  ])("%j", async (args, words) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
