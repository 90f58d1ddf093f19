// Debian's wine, with a Windows of its own in a temporary folder and without windows on the screen.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execute } from "./execute.mjs";

/** Debian does not put these on the PATH. */
const WINE = "/usr/lib/wine/wine64";
const SERVER = "/usr/lib/wine/wineserver64";

/**
 * Makes the prefix, gives `use` the words that go in front of a Windows program, and removes everything again.
 * @template T
 * @param {(wine: { command: string[], env: Record<string, string> }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withWine(use) {
  const prefix = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-wine-"));
  // without these wine asks to install .NET and a browser
  const env = { WINEPREFIX: prefix, WINEDLLOVERRIDES: "mscoree,mshtml=", WINEDEBUG: "-all" };
  try {
    await must(["wineboot", "--init"], env);
    // Node refuses older versions
    await must(["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"], env);
    return await use({ command: [WINE], env });
  } finally {
    await execute(SERVER, ["-k"], { env });
    await execute(SERVER, ["-w"], { env, timeoutMs: 30_000 });
    fs.rmSync(prefix, { recursive: true, force: true });
  }
}

async function must(args, env) {
  const { status, output } = await execute(WINE, args, { env, timeoutMs: 120_000 });
  if (status !== 0) throw new Error(`wine64 ${args.join(" ")}: status ${status}\n${output}`);
}
