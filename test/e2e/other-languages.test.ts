// Programs in other languages run below the platform, as the guide shows them.
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const PROGRAM = path.join(root, "platform/dist/bundle/cli.js");
const TESTING = path.join(root, "packages/testing/dist/bundle/cli.js");
const SPEECH = path.join(root, "examples/demo/speech.wav");
const EXAMPLES = path.join(root, "examples/other-languages");
const page = fs.readFileSync(path.join(root, "docs/guides/testing-from-other-languages.md"), "utf8");

/** A folder whose `npx` has this platform and its people, without asking any registry. As the real one it passes on no signal. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-languages-"));
fs.writeFileSync(
  path.join(folder, "npx"),
  `#!/bin/sh
case $1 in sdkpp-test) program="${TESTING}" ;; *) program="${PROGRAM}" ;; esac
shift
"${process.execPath}" "$program" "$@"
`,
  { mode: 0o755 },
);
fs.mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
fs.symlinkSync(PROGRAM, path.join(folder, "node_modules/.bin/sdkpp-platform"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd = folder): Promise<{ code: number; out: string }> {
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env["PATH"] ?? ""}` };
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: out + err }),
    );
  });
}

function has(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const below = (...command: readonly string[]) =>
  run(process.execPath, [PROGRAM, "exec", "--", ...command], root);
const blocks = [...page.matchAll(/e2e\/other-languages\.test\.ts -->\n\n```sh\n([^]*?)```/g)].map(
  ([, code = ""]) => code,
);

describe("below a platform", () => {
  it.skipIf(!has("python3"))("Python's tests pass", async () => {
    const { code, out } = await below("python3", path.join(EXAMPLES, "lobby.py"));
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/Ran 5 tests[^]*OK/) });
  });

  it.skipIf(!has("curl"))("a shell script makes a lobby, and its token ends with its week", async () => {
    const { code, out } = await below("sh", path.join(EXAMPLES, "lobby.sh"));
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/secret: match-42\n[^]*error: 401/),
    });
  });

  it.skipIf(!has("python3")).concurrent(
    "Python hears who speaks, after a cut and in a restored world, too",
    async () => {
      fs.copyFileSync(path.join(EXAMPLES, "voice.py"), path.join(folder, "voice.py"));
      fs.copyFileSync(SPEECH, path.join(folder, "hello.wav"));
      const { code, out } = await run("sh", ["-c", blocks[1]!]);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/Ran 3 tests[^]*OK/) });
    },
  );

  it.concurrent("a shell script does so, with commands", async () => {
    const script = [path.join(EXAMPLES, "voice.sh"), SPEECH];
    const { code, out } = await run(process.execPath, [TESTING, "exec", "--", "sh", ...script], root);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^(?:[^]*^estoi: 0\.\d){3}/m),
    });
    expect(out).not.toContain("latecomer");
  });

  it.skipIf(!has("python3"))("the commands of the guide do what it says", async () => {
    expect(blocks).toHaveLength(3);
    fs.copyFileSync(path.join(EXAMPLES, "lobby.py"), path.join(folder, "test_lobby.py"));
    expect(await run("sh", ["-c", blocks[0]!])).toMatchObject({
      code: 0,
      out: expect.stringContaining("Ran 5 tests"),
    });
    // It ends when nothing that it has started writes any more.
    expect((await run("sh", ["-c", blocks[2]!])).out).toMatch(/^\d{13}$/m);
    expect(fs.existsSync(path.join(folder, "ready.json"))).toBe(false);
  });

  it("the wait for a platform that does not start ends, and the script with it", async () => {
    const without = fs.mkdtempSync(path.join(folder, "without-"));
    const bin = path.join(without, "node_modules/.bin");
    fs.mkdirSync(bin, { recursive: true });
    fs.writeFileSync(
      path.join(bin, "sdkpp-platform"),
      `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@" --as-of never\n`,
      { mode: 0o755 },
    );
    const { code, out } = await run("sh", ["-c", blocks[2]!], without);
    expect(code).toBeGreaterThan(0);
    expect(out).toContain("--as-of: expected a date");
    // The command behind the wait was not reached.
    expect(out).not.toContain("--at");
  });
});
