import { describe, expect, it } from "vitest";
import { loadAddon } from "../../lib/native/index.js";
import { runProgram } from "./run-program.js";

/** Every function of the addon and of its sessions. */
function members(): string[] {
  const addon = loadAddon();
  const session = addon.createVoiceSession({
    userId: 1n,
    seed: new Uint8Array(32),
    preferredMode: "",
    recovery: "full",
    admission: "usual",
    start: "running",
    onWake: () => undefined,
  });
  const own = Object.entries(addon).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  const ofSession = Object.getOwnPropertyNames(Object.getPrototypeOf(session));
  session.close();
  return [...own, ...ofSession.filter((name) => name !== "constructor")];
}

const BATCH = 9;
/** `npm run soak` tries pairs, too. */
const limitMs = Number(process.env["SDKPP_ODD_LIMIT_MS"] ?? 50_000);
const all = members();
const batches = Array.from({ length: Math.ceil(all.length / BATCH) }, (_value, at) =>
  all.slice(at * BATCH, (at + 1) * BATCH),
);

describe("odd arguments", () => {
  it.each(batches.map((names) => [names.join(", "), names] as const))(
    "neither end the process nor pass without an argument error: %s",
    async (_title, names) => {
      const ended = await runProgram("odd-arguments", { args: [...names], limitMs });
      expect(ended).toMatchObject({ code: 0, signal: null, err: "" });
      const lines = ended.out.trimEnd().split("\n");
      expect(lines).toHaveLength(names.length);
      for (const [at, line] of lines.entries()) {
        const { calls, strange } = JSON.parse(line.slice(line.indexOf(" "))) as Record<string, unknown>;
        expect([names[at], strange]).toEqual([names[at], []]);
        expect(calls).toBeGreaterThan(200);
      }
    },
  );
});
