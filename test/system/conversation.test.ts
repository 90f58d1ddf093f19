// Synthetic voices in noise and in rooms, through the network: what a voice agent makes of them, in virtual time.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = new URL("programs/conversation.mjs", import.meta.url).pathname;

interface Heard {
  /** of turns, by a policy that answers soon */
  end: { falseCuts: number; p50: number };
  /** the same by 300 ms of silence, told by who knows each sample of speech */
  timer: { falseCuts: number };
  /** by 300 ms of speech */
  interruption: { p50: number };
  echo: { marked: number; interrupts: number; unmarkedInterrupts: number };
  speech: { marked: number };
}

function heard(): Heard {
  const folder = mkdtempSync(join(tmpdir(), "sdkpp-ten-"));
  try {
    const printed = execFileSync(process.execPath, [PROGRAM, folder], { encoding: "utf8" });
    return JSON.parse(printed.trimEnd().split("\n").at(-1)!) as Heard;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an agent hears ten dialogues and two rooms as it should", () => {
  const { end, timer, interruption, echo, speech } = heard();
  expect(end.p50).toBeLessThanOrEqual(400);
  expect(end.falseCuts).toBeLessThan(timer.falseCuts / 2);
  expect(interruption.p50).toBeLessThanOrEqual(100);
  expect(echo.marked).toBeGreaterThanOrEqual(0.9);
  expect(echo.interrupts).toBeLessThan(echo.unmarkedInterrupts / 2);
  expect(speech.marked).toBeLessThanOrEqual(0.03);
});
