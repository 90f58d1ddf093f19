// `sdkpp-platform doctor` as people run it: what is whole, and each thing that can be broken.
import "reflect-metadata";
import { execFile } from "node:child_process";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as x509 from "@peculiar/x509";
import { startPlatform } from "@sdkpp/platform";
import Database from "libsql";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CommandsProcess } from "../../support/commands-process.js";
import { PlatformProcess } from "../../support/platform-process.js";
import { runPlatformCommand } from "./support-command.js";
import { folderPerTest, use } from "./support-folder.js";

const at = folderPerTest();
const data = () => at("data");
const inData = (name: string) => join(data(), name);
const isRoot = process.getuid?.() === 0;

interface Found {
  readonly check: string;
  readonly outcome: string;
  readonly found: string;
  readonly remedy?: string;
}

let commands: CommandsProcess;
beforeAll(() => void (commands = new CommandsProcess()));
afterAll(() => commands[Symbol.asyncDispose]());

/** What the checks say without a call. */
async function findings(...args: string[]): Promise<readonly Found[]> {
  const { code, out, err } = await commands.run(["doctor", "--json", "--no-test-call", ...args]);
  const found = JSON.parse(out) as Found[];
  expect([code, err]).toEqual([found.some(({ outcome }) => outcome === "failed") ? 1 : 0, ""]);
  return found;
}

/** The only finding that failed. */
async function failure(...args: string[]): Promise<Found> {
  const failed = (await findings(...args)).filter(({ outcome }) => outcome === "failed");
  expect(failed).toHaveLength(1);
  return failed[0]!;
}

async function listening(where: { port: number; host: string } | { path: string }): Promise<Server> {
  const server = createServer().listen(where);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

/** A port on which a program listens. */
async function takenPort(): Promise<string> {
  const server = await listening({ port: 0, host: "127.0.0.1" });
  return String((server.address() as { port: number }).port);
}

/** Everything that a folder shows of its files. */
const stateOf = (folder: string) =>
  ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].map((name) => {
    const found = statSync(join(folder, name));
    const { mode, mtimeMs, ino } = found;
    return { name, mode, mtimeMs, ino, text: found.isFile() && readFileSync(join(folder, name), "base64") };
  });

describe("when nothing is wrong", () => {
  it("each check has a line, two people call each other, and the exit code is 0", async () => {
    const { code, out, err } = await runPlatformCommand(["doctor"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^ok {6}runtime: Node /m);
    expect(out).toMatch(/^skipped data folder: no data folder is named; --data <folder> names one$/m);
    expect(out).toMatch(/^ok {6}test call: there ESTOI 0\.\d\d, .*; back ESTOI /m);
  });

  it("a folder that does not exist yet is not made", async () => {
    const found = await findings("--data", data());
    expect(found.find(({ check }) => check === "data folder")?.found).toContain("the first start makes it");
    expect(readdirSync(at(""))).toEqual([]);
  });

  it("a folder that was in use stays as it is, with its log too", async () => {
    await using platform = await PlatformProcess.start({ dataDir: data() });
    await platform.end("SIGKILL");
    expect(statSync(inData("platform.db-wal")).size).toBeGreaterThan(0);
    const before = stateOf(data());
    const found = await findings("--data", data());
    expect(found.filter(({ outcome }) => outcome !== "ok").map(({ check }) => check)).toEqual(["test call"]);
    expect(stateOf(data())).toEqual(before);
    await use(data());
  });
});

describe("a port", () => {
  it.each(["--port", "--voice-port", "--control-port"])("of %s that is taken is named", async (option) => {
    const port = await takenPort();
    expect(await failure(option, port)).toEqual({
      check: option.slice(2).replace("-", " "),
      outcome: "failed",
      found: `Port ${port} is in use by another program`,
      remedy: "stop that program, choose another port, or choose 0 for any free one",
    });
  });

  it("that two options name is wrong, though it is free", async () => {
    const port = await takenPort();
    const found = await findings("--port", port, "--control-port", port);
    expect(found.map((one) => one.found)).toContain(`--control-port and --port are both ${port}`);
  });

  it.skipIf(process.platform === "win32")("may be a socket, which is free, left over, or taken", async () => {
    const path = at("control");
    const socket = async () =>
      (await findings("--control-socket", path)).find(({ check }) => check === "control socket");
    expect(await socket()).toMatchObject({ outcome: "ok", found: `${path} is free` });
    expect(readdirSync(at(""))).toEqual([]);
    await listening({ path });
    expect(await socket()).toMatchObject({ outcome: "failed", remedy: "choose another path" });
    writeFileSync(at("file"), "");
    expect(await failure("--control-socket", at("file"))).toMatchObject({ check: "control socket" });
  });

  it.skipIf(process.platform === "win32")("may be the socket of a program that was killed", async () => {
    const path = at("left");
    const program = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    await promisify(execFile)(process.execPath, ["-e", program]).catch(() => undefined);
    const found = await findings("--control-socket", path);
    expect(found.map((one) => one.found)).toContain(
      `${path} is left of a program that has ended, and will be replaced`,
    );
    expect(readdirSync(at(""))).toEqual(["left"]);
  });
});

describe("a data folder", () => {
  it.each<[string, () => string]>([
    ["that is a file", () => (writeFileSync(at("file"), ""), at("file"))],
    ["below a file", () => (writeFileSync(at("file"), ""), at("file/a/b"))],
    ["that is a link to nothing", () => (symlinkSync(at("nothing"), at("link")), at("link"))],
    ["without a name", () => ""],
  ])("%s cannot be used", async (_claim, arrange) => {
    const folder = arrange();
    const found = (await findings("--data", folder)).find(({ check }) => check === "data folder");
    expect(found).toMatchObject({
      outcome: "failed",
      found: expect.stringContaining(folder),
      remedy: "choose another data folder",
    });
  });

  it("that others may look into is named, with the command that mends it", async () => {
    mkdirSync(data());
    chmodSync(data(), 0o755);
    expect(await failure("--data", data())).toMatchObject({
      found: `${data()} has mode 0755: other users may use it`,
      remedy: `chmod 700 ${data()}`,
    });
    chmodSync(data(), 0o700);
    expect((await findings("--data", data())).filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it.runIf(isRoot)("of another user is named", async () => {
    mkdirSync(data(), { mode: 0o700 });
    chownSync(data(), 65_534, 65_534);
    expect(await failure("--data", data())).toMatchObject({
      found: `${data()} belongs to user 65534, and this is user 0`,
      remedy: expect.stringContaining("as its owner"),
    });
  });

  it("that a platform uses is named with the process", async () => {
    await using platform = await PlatformProcess.start({ dataDir: data() });
    expect(await failure("--data", data())).toMatchObject({
      check: "lock",
      found: expect.stringContaining(`${data()} is in use by process ${platform.pid}, since `),
      remedy: "stop that platform, or choose another data folder",
    });
    expect(await platform.isAlive()).toBe(true);
  });
});

describe("in a data folder", () => {
  let used: string;
  beforeAll(async () => {
    used = mkdtempSync(join(tmpdir(), "sdkpp-doctor-"));
    await using platform = await startPlatform({ dataDir: used, controlApi: {} });
    await platform.control.snapshots.save("full");
  });
  afterAll(() => rmSync(used, { recursive: true }));
  beforeEach(() => cpSync(used, data(), { recursive: true }));

  it.each([
    "platform.db",
    "platform.lock",
    "bot-token",
    "control-token",
    "ca-key.pem",
    "snapshots/full.snapshot",
  ])("%s is for its user only", async (name) => {
    chmodSync(inData(name), 0o644);
    expect(await failure("--data", data())).toMatchObject({
      check: "files of the data folder",
      found: `${inData(name)} has mode 0644: other users may use it`,
      remedy: `chmod 600 ${inData(name)}`,
    });
  });

  it("the folder of files is for its user only", async () => {
    chmodSync(inData("files"), 0o755);
    expect(await failure("--data", data())).toMatchObject({
      check: "files of the data folder",
      found: `${inData("files")} has mode 0755: other users may use it`,
      remedy: `chmod 700 ${inData("files")}`,
    });
  });

  it.each([
    [
      5,
      /was written by a newer version of the platform \(format 5; this version reads format 4\)/,
      /run that/,
    ],
    [-1, /was written by an older version/, /start over/],
  ])("a database of format %d is another version's", async (format, found, remedy) => {
    const db = new Database(inData("platform.db"));
    db.exec(`PRAGMA user_version = ${format}; PRAGMA wal_checkpoint(TRUNCATE)`);
    db.close();
    const before = stateOf(data());
    expect(await failure("--data", data())).toMatchObject({
      check: "database",
      found: expect.stringMatching(found),
      remedy: expect.stringMatching(remedy),
    });
    expect(stateOf(data())).toEqual(before);
  });

  it.each<[string, () => void, RegExp]>([
    ["garbage", () => writeFileSync(inData("platform.db"), "garbage ".repeat(1000)), /is damaged$/],
    ["cut in half", () => truncateSync(inData("platform.db"), 8192), /is damaged$/],
    [
      "gone",
      () => (rmSync(inData("platform.db")), writeFileSync(inData("platform.db-wal"), "", { mode: 0o600 })),
      /is gone, and .*platform\.db-wal .*are left of it$/,
    ],
  ])("a database that is %s is damaged", async (_what, damage, found) => {
    damage();
    expect(await failure("--data", data())).toMatchObject({
      check: "database",
      found: expect.stringMatching(found),
      remedy: expect.stringContaining("restore it from a copy"),
    });
  });

  it("an authority without its key, and one that has expired, are no use", async () => {
    const key = readFileSync(inData("ca-key.pem"), "utf8");
    rmSync(inData("ca-key.pem"));
    expect(await failure("--data", data())).toMatchObject({
      check: "certificate authority",
      found: expect.stringContaining("ca-key.pem is missing"),
    });
    writeFileSync(inData("ca-key.pem"), key, { mode: 0o600 });
    await renew(new Date(2020, 0, 1), new Date(2021, 0, 1));
    expect(await failure("--data", data())).toMatchObject({
      check: "certificate authority",
      found: expect.stringMatching(/ca\.pem is valid until .*20(20|21).* only$/),
      remedy: expect.stringContaining("every client then has to trust"),
    });
  });

  it("what is of the future shows that the clock is behind", async () => {
    await renew(new Date(Date.now() + 86_400_000), new Date(Date.now() + 2 * 86_400_000));
    utimesSync(inData("bot-token"), new Date(), new Date(Date.now() + 600_000));
    const failed = (await findings("--data", data())).filter(({ outcome }) => outcome === "failed");
    expect(failed).toEqual([
      expect.objectContaining({ check: "certificate authority", remedy: "set the clock of this machine" }),
      {
        check: "clock",
        outcome: "failed",
        found: expect.stringMatching(/bot-token was written (59\d|600) s in the future$/),
        remedy: "set the clock of this machine",
      },
    ]);
  });
});

/** Gives the authority of the folder other dates. */
async function renew(notBefore: Date, notAfter: Date): Promise<void> {
  x509.cryptoProvider.set(webcrypto as never);
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const der = Buffer.from(
    readFileSync(inData("ca-key.pem"), "utf8").replaceAll(/-----[A-Z ]+-----|\s/g, ""),
    "base64",
  );
  const privateKey = await webcrypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
  const { publicKey } = new x509.X509Certificate(readFileSync(inData("ca.pem"), "utf8"));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=another",
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    keys: { privateKey: privateKey as never, publicKey: (await publicKey.export()) as never },
  });
  writeFileSync(inData("ca.pem"), `${certificate.toString("pem")}\n`);
}

it.each([
  [["--port", "70000"], /whole number from 0 to 65535/],
  [["--nonsense"], /unknown option '--nonsense'/],
])("%j is wrong use: code 2 and one sentence", async (args, words) => {
  const { code, out, err } = await commands.run(["doctor", ...args]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(words);
  expect(err).not.toMatch(/^\s+at /m);
});
