import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { NodeProcess, PROGRAM } from "./support-node-process.js";

const GUIDE = resolve(import.meta.dirname, "../../../docs/guides/replacing-lavalink.md");
const folder = mkdtempSync(join(tmpdir(), "sdkpp-fleet-"));
const passwordFile = join(folder, "password.txt");
writeFileSync(passwordFile, "of a file\n");
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...words: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...words], {
    encoding: "utf8",
    env: { ...process.env, LAVALINK_SERVER_PASSWORD: "" },
  });

describe("sdkpp-fleet lavalink", () => {
  it("does not start without a password, nor outside of this machine without a word", () => {
    const without = run("lavalink", "--port", "0");
    expect([without.status, without.stderr]).toEqual([
      1,
      expect.stringContaining("expected a password: name a file that has it with --password-file"),
    ]);
    const outside = run("lavalink", "--password-file", passwordFile, "--host", "0.0.0.0");
    expect([outside.status, outside.stderr]).toEqual([1, expect.stringContaining("--listen-outside")]);
    expect(run("lavalink", "--wrong").status).toBe(2);
  });

  it("names the option whose value is of no use", () => {
    const missing = join(folder, "missing");
    for (const [words, said] of [
      [
        ["--password-file", missing],
        `--password-file: expected a file that can be read, received ${missing}: ENOENT`,
      ],
      [
        ["--password-file", folder],
        `--password-file: expected a file that can be read, received ${folder}: EISDIR`,
      ],
      [
        ["--password-file", passwordFile, "--ca", missing],
        `--ca: expected a file that can be read, received ${missing}: ENOENT`,
      ],
      [
        ["--password-file", passwordFile, "--port", "abc"],
        "--port: expected a whole number, 0 to 65535, received abc",
      ],
      [
        ["--password-file", passwordFile, "--port", "0", "--media", passwordFile],
        `media: expected a folder, received the file ${passwordFile}`,
      ],
      [
        ["--password-file", passwordFile, "--port", "0", "--media", missing],
        `ENOENT: no such file or directory, realpath '${missing}'`,
      ],
    ] as [string[], string][]) {
      const { status, stderr } = run("lavalink", ...words);
      expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
    }
  });

  it("takes the password of a file or of the environment, and ends with SIGTERM", async () => {
    for (const [words, environment, password] of [
      [["--password-file", passwordFile], {}, "of a file"],
      [[], { LAVALINK_SERVER_PASSWORD: "of the environment" }, "of the environment"],
    ] as [string[], Record<string, string>, string][]) {
      const node = await NodeProcess.start(words, environment);
      const version = (authorization: string) =>
        fetch(`http://127.0.0.1:${String(node.port)}/version`, { headers: { authorization } });
      expect([(await version(password)).status, (await version("another")).status]).toEqual([200, 403]);
      expect(await node.end("SIGTERM")).toBe(0);
    }
  });

  it("has the options that the guide uses", () => {
    const { stdout } = run("lavalink", "--help");
    const named = readFileSync(GUIDE, "utf8").match(/--[a-z][a-z-]+/g) ?? [];
    expect(new Set(named).size).toBeGreaterThan(5);
    expect([...new Set(named)].filter((option) => !stdout.includes(option))).toEqual([]);
  });
});
