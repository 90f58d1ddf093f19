// Commands that steer a platform, and those that run below one.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandsProcess, type EndedCommand } from "../../support/commands-process.js";
import { runPlatformCommand } from "./support-command.js";
import { folderPerTest } from "./support-folder.js";

const PROGRAM = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;
const at = folderPerTest();

describe("commands about a platform that runs", () => {
  let platform: Platform;
  let commands: CommandsProcess;
  let env: Record<string, string>;
  const run = (...command: Parameters<CommandsProcess["run"]>): Promise<EndedCommand> =>
    commands.run(...command);

  beforeAll(async () => {
    platform = await startPlatform({ controlApi: {} });
    commands = new CommandsProcess();
    env = { SDKPP_CONTROL: platform.controlApi!.url, SDKPP_CONTROL_TOKEN: platform.controlApi!.token };
  });
  afterAll(() => commands[Symbol.asyncDispose]());
  afterAll(() => platform.stop());

  it("print what comes of them for people, and as JSON", async () => {
    const people = await run(["users", "create", "--username", "cyd", "--spammer", "true"], env);
    expect(people).toMatchObject({ code: 0, err: "" });
    expect(people.out).toMatch(/^id: \d+\nusername: cyd\n/);
    const [, id = ""] = /^id: (\d+)/.exec(people.out)!;
    const renamed = await run(["users", "rename", "--user-id", id, "--global-name", "Cyd"], env);
    expect(renamed).toEqual({ code: 0, out: "", err: "" });
    const json = await run(["users", "get", "--user-id", id, "--json"], env);
    expect(JSON.parse(json.out)).toMatchObject({ id, globalName: "Cyd", spammer: true });
  });

  it("take lists, objects and big integers", async () => {
    const [ada, ben] = platform.seeded.userIds;
    const roles = JSON.stringify([{ name: "r", permissions: "1099511627776" }]);
    const args = ["--name", "G", "--owner-id", ada, "--member-ids", ada, ben, "--roles", roles, "--json"];
    const { out } = await run(["guilds", "create", ...args], env);
    expect(JSON.parse(out)).toMatchObject({
      memberIds: [ada, ben],
      roles: [{ permissions: "1099511627776" }],
    });
    const how = await run(["gateway", "close", "--user-id", ada, "--how", "reset"], env);
    expect(how).toEqual({ code: 0, out: "", err: "" });
  });

  it("have short names", async () => {
    const { out } = await run(["user", "add", "--username", "shorty", "--json"], env);
    const { id } = JSON.parse(out) as { id: string };
    expect((await run(["user", "show", "--user-id", id], env)).out).toContain("username: shorty");
    const before = platform.control.clock.now();
    await run(["clock", "add", "--ms", "3600000"], env);
    expect(Number((await run(["clock", "show"], env)).out)).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(await run(["cut", "--user-id", id, "--how", "reset"], env)).toEqual({ code: 0, out: "", err: "" });
    await run(["impair", "--seed", "1", "--loss", "0.5", "--user-id", id], env);
    expect(platform.control.faults.list().network).toMatchObject([{ loss: 0.5, userId: id }]);
    await run(["fault", "clear-impairments"], env);
    const { applicationId } = platform.seeded;
    await run(
      ["sku", "add", "--application-id", applicationId, "--name", "Gems", "--kind", "consumable"],
      env,
    );
    expect((await run(["sku", "list", "--application-id", applicationId], env)).out).toContain("Gems");
  });

  it("move the clock to a date, and to a number", async () => {
    const set = (time: string) => run(["clock", "set", "--time", time], env);
    const at = async (time: number) => {
      expect(Number((await run(["clock", "now"], env)).out)).toBe(time);
    };
    await platform.control.clock.freeze();
    expect(await set("2027-01-01")).toEqual({ code: 0, out: "", err: "" });
    await at(Date.UTC(2027, 0, 1));
    await set("2027-01-01T12:00:00Z");
    await at(Date.UTC(2027, 0, 1, 12));
    await set("1798848000000");
    await at(1_798_848_000_000);
    await platform.control.clock.resume();
    for (const bad of ["2027-02-30", "soon", "1999-01-01"]) {
      const begun = await run(["start", "--as-of", bad]);
      const moved = await set(bad);
      expect([begun.code, moved.code]).toEqual([2, 2]);
      const sentence = `: expected a date of ISO 8601 from 2015 to 2154, such as 2026-03-29 or 2026-03-29T01:59:50Z, received '${bad}'\n`;
      expect([begun.err, moved.err]).toEqual([`starting…\n--as-of${sentence}`, `--time${sentence}`]);
    }
  });

  it.each([
    [
      ["users", "get", "--user-id", "1"],
      "There is no user 1; `sdkpp-platform user add --username <text>` creates one.",
    ],
    [
      ["snapshots", "load", "--name", "gone"],
      "There is no snapshot gone; `sdkpp-platform snapshot list` lists them.",
    ],
    [
      ["sku", "show", "--sku-id", "1"],
      "There is no SKU 1; `sdkpp-platform sku list --application-id <text>` names those of an application.",
    ],
    [
      ["users", "get", "--user-id", "x"],
      "--user-id: expected the id of a user, such as the `id` of `sdkpp-platform user add --username <text>`, received 'x'",
    ],
  ])("%j names the command that helps", async (args, message) => {
    const { code, err } = await run(args, env);
    expect([code, err]).toEqual([message.startsWith("--") ? 2 : 1, `${message}\n`]);
    const { err: json } = await run([...args, "--json"], env);
    expect((JSON.parse(json) as { error: Error }).error.message).toContain(message.replace("--user-id", ""));
  });

  it("remove what was added", async () => {
    const { control, seeded } = platform;
    const userId = control.users.create({ username: "brief" }).id;
    const guildId = control.guilds.create({ name: "Brief", ownerId: userId, channels: [] }).id;
    const owner = await run(["user", "rm", "--user-id", userId], env);
    expect(owner).toMatchObject({
      code: 1,
      err: expect.stringContaining(`owns server ${guildId}`) as string,
    });
    expect(await run(["guild", "rm", "--guild-id", guildId], env)).toEqual({ code: 0, out: "", err: "" });
    expect(await run(["user", "rm", "--user-id", userId], env)).toEqual({ code: 0, out: "", err: "" });
    expect((await run(["user", "show", "--user-id", userId], env)).code).toBe(1);

    const { applicationId } = seeded;
    const [free, owned] = ["Free", "Owned"].map((name) =>
      control.shop.createSku({ applicationId, name, kind: "durable" }),
    );
    control.shop.purchase({ skuId: owned!.id, userId: seeded.userIds[0] });
    expect((await run(["sku", "show", "--sku-id", free!.id], env)).out).toContain("name: Free");
    expect(await run(["sku", "rm", "--sku-id", free!.id], env)).toMatchObject({ code: 0, err: "" });
    expect(await run(["sku", "rm", "--sku-id", free!.id], env)).toMatchObject({ code: 1 });
    const bought = await run(["sku", "rm", "--sku-id", owned!.id], env);
    expect(bought).toMatchObject({
      code: 1,
      err: expect.stringContaining("take it off sale instead") as string,
    });
    expect(control.shop.list(applicationId).map(({ name }) => name)).not.toContain("Free");
  });

  it("carry snapshots as files, by the singular of a group too", async () => {
    await run(["snapshot", "save", "--name", "one"], env);
    const args = [PROGRAM, "snapshot", "read", "--name", "one"];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...env },
      encoding: "buffer",
    });
    expect(stdout).toEqual(Buffer.from(platform.control.snapshots.read("one")));
    writeFileSync(at("one.snapshot"), stdout);
    const added = await run(["snapshots", "add", "--name", "two", "--file", at("one.snapshot")], env);
    expect(added).toMatchObject({ code: 0, err: "" });
    expect(platform.control.snapshots.list().map(({ name }) => name)).toEqual(["one", "two"]);
    const missing = await run(["snapshot", "add", "--name", "x", "--file", at("none")], env);
    expect(missing.err).toMatch(/--file <path>.*expected a file \(ENOENT/);
  });

  it.concurrent.each<[string, string[], Record<string, string>, number, RegExp]>([
    [
      "an argument that is wrong",
      ["users", "create", "--username", ""],
      {},
      2,
      /^--username: expected a string of 1/,
    ],
    ["what the rules do not allow", ["users", "ban", "--user-id", "1"], {}, 1, /^There is no user 1/],
    ["no number", ["clock", "advance", "--ms", "soon"], {}, 2, /expected a number/],
    ["a word that there is not", ["voice", "set-e2ee", "--mode", "maybe"], {}, 2, /Allowed choices are/],
    ["a wrong token", ["clock", "now"], { SDKPP_CONTROL_TOKEN: "x" }, 1, /needs the header/],
    [
      "no platform",
      ["clock", "now"],
      { SDKPP_CONTROL: undefined as never },
      2,
      /^--at: expected a file of `start/,
    ],
    ["a file that is no ready file", ["clock", "now", "--at", PROGRAM], {}, 2, /^--at: expected a file of/],
    [
      "an argument that is wrong, as JSON",
      ["users", "create", "--username", "", "--json"],
      {},
      2,
      /^\{"error":\{"name":"ArgumentRangeError",.*"argument":"username"\}\}$/m,
    ],
  ])("say %s in one sentence", async (_what, args, more, expected, message) => {
    const { code, out, err } = await run(args, { ...env, ...more });
    expect({ code, out }).toEqual({ code: expected, out: "" });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^ +at /m);
  });
});

describe("a command below a platform", () => {
  it("finds it in its environment, trusts its authority, and says how it ended", async () => {
    const script = `
      const { SDKPP_API_BASE, SDKPP_VOICE, SDKPP_USER_IDS, SSL_CERT_FILE } = process.env;
      const gateway = await (await fetch(SDKPP_API_BASE + "/v10/gateway")).json();
      const voice = await fetch("https://" + SDKPP_VOICE).then(() => "trusted", (e) => String(e.cause?.code));
      const roots = (await import("node:fs")).readFileSync(SSL_CERT_FILE, "utf8").split("BEGIN CERT").length - 1;
      console.log(JSON.stringify({ gateway, voice, roots, users: SDKPP_USER_IDS.split(",").length, file: SSL_CERT_FILE }));
      process.exit(7);`;
    const { code, out } = await runPlatformCommand([
      "exec",
      "--",
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ]);
    const said = JSON.parse(out) as { roots: number; file: string };
    expect({ code, said }).toMatchObject({
      code: 7,
      said: { users: 2, gateway: { url: expect.any(String) } },
    });
    // A voice gateway answers plain requests with an error of HTTP, not of TLS.
    expect(said).toMatchObject({ voice: "trusted" });
    expect(said.roots).toBeGreaterThan(1);
    expect(existsSync(said.file)).toBe(false);
  });

  it("keeps the certificates that it had, and steers the platform with commands of this program", async () => {
    writeFileSync(at("mine.pem"), "# mine\n");
    const inner = `cat "$NODE_EXTRA_CA_CERTS" | head -1; "${process.execPath}" "${PROGRAM}" clock now`;
    const { out } = await runPlatformCommand(["exec", "--", "sh", "-c", inner], {
      NODE_EXTRA_CA_CERTS: at("mine.pem"),
    });
    expect(out).toMatch(/^# mine\n\d{13}\n$/);
  });

  it("that is not there, or is ended by a signal, says so as shells do", async () => {
    expect(await runPlatformCommand(["exec", "--", at("nothing")])).toMatchObject({
      code: 127,
      err: expect.stringContaining("Could not run"),
    });
    expect(await runPlatformCommand(["exec", "--", "sh", "-c", "kill -TERM $$"])).toMatchObject({
      code: 143,
    });
    expect(await runPlatformCommand(["exec", "--port", "x", "--", "true"])).toMatchObject({ code: 2 });
  });

  it("hears the signal that is sent to the program above it", async () => {
    const inner = "trap 'echo heard; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
    const child = spawn(process.execPath, [PROGRAM, "exec", "--", "sh", "-c", inner], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    const code = await new Promise((resolve) => {
      child.once("exit", resolve);
      child.stdout.on("data", (part) => {
        out += String(part);
        if (out === "ready\n") child.kill("SIGTERM");
      });
    });
    expect({ code, out }).toEqual({ code: 3, out: "ready\nheard\n" });
  });
});

describe("a ready file", () => {
  it("is there while clients may connect, closed to others, and tells commands the platform", async () => {
    const file = at("ready.json");
    const child = spawn(process.execPath, [PROGRAM, "start", "--json", "--ready-file", file], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const printed = await new Promise<string>((resolve) =>
      child.stdout.once("data", (part) => resolve(String(part))),
    );
    expect(readFileSync(file, "utf8")).toBe(printed);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(printed)).toMatchObject({
      seeded: { guildId: expect.any(String) },
      endpoints: { ca: expect.any(String) },
    });
    expect(await runPlatformCommand(["clock", "now", "--at", file])).toMatchObject({ code: 0 });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it("that cannot be written ends the start with a sentence", async () => {
    mkdirSync(at("folder"));
    const { code, err } = await runPlatformCommand(["start", "--ready-file", at("folder")]);
    expect(code).toBe(1);
    expect(err).toBe(
      `starting…\nCould not write ${at("folder")} (it is a folder): fix that, or choose another ready file.\n`,
    );
    expect(err).not.toMatch(/^ +at /m);
  });
});
