// Sound on its way to a program that may stand still.
import { expect, it } from "vitest";
import { PassedSound } from "../../../lib/hosting/passed-sound.js";

const MIB = 1024 * 1024;
const MOST = 32;

it("waits for a program that stands still, up to a bound, and says once that more is lost", () => {
  const waiting: (() => void)[] = [];
  const warnings: string[] = [];
  const sound = new PassedSound({
    send: (_batch, sent) => void waiting.push(sent),
    warn: (message) => void warnings.push(message),
  });
  const pass = (mibs: number): void => {
    for (let count = 0; count < mibs; count += 1) sound.pass(new ArrayBuffer(MIB));
  };
  pass(MOST);
  expect([waiting.length, warnings]).toEqual([MOST, []]);
  pass(10);
  expect([waiting.length, warnings.length]).toEqual([MOST, 1]);
  expect(warnings[0]).toContain("of which 32 MB wait");
  expect(warnings[0]).toContain("let its event loop run");
  // it takes some: what comes next has room, and the same standstill is not told again
  waiting.shift()!();
  pass(2);
  expect([waiting.length, warnings.length]).toEqual([MOST, 1]);
  for (const sent of waiting.splice(0)) sent();
  pass(MOST + 1);
  expect([waiting.length, warnings.length]).toEqual([MOST, 2]);
});
