// The file in which the calls of a supervisor note their ticks: only this user may enter its folder, and nothing of dead supervisors stays.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { TideFile, type TideMachine } from "../../../lib/hosting/tide-file.js";

const UID = process.getuid?.();
const PID = 4711;

let base: string;
let machine: TideMachine;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "sdkpp-tides-"));
  machine = {
    platform: "linux",
    env: { XDG_RUNTIME_DIR: base },
    uid: UID,
    pid: PID,
    isAlive: (pid) => pid === PID,
    random: () => "0a",
    isInMemory: (one) => one === base,
  };
});

afterEach(() => rmSync(base, { recursive: true }));

const folder = (): string => join(base, `sdkpp-${String(UID)}`);
const open = (): TideFile => TideFile.open(machine)!;

describe.skipIf(UID === undefined)("its folder", () => {
  it("is this user's own, and so is the file, which has all of its memory", () => {
    const { path } = open();
    expect(path).toBe(join(folder(), `tides-${String(PID)}-0a`));
    expect([statSync(folder()).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    const { size, blocks } = statSync(path);
    expect(size).toBe(65_536);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
  });

  test.each<[string, () => void]>([
    ["others may enter", () => (mkdirSync(folder()), chmodSync(folder(), 0o755))],
    [
      "is a link",
      () => (mkdirSync(join(base, "another"), { mode: 0o700 }), symlinkSync(join(base, "another"), folder())),
    ],
    ["is a file", () => writeFileSync(folder(), "")],
    [
      "has such a file already",
      () => (
        mkdirSync(folder(), { mode: 0o700 }),
        writeFileSync(join(folder(), `tides-${String(PID)}-0a`), "x")
      ),
    ],
  ])("is another one when it %s", (_what, spoil) => {
    spoil();
    const path = TideFile.open(machine)?.path;
    expect(path && dirname(path)).not.toBe(folder());
    if (path !== undefined) rmSync(path);
  });

  it("is swept of files whose supervisors are gone", () => {
    mkdirSync(folder(), { mode: 0o700 });
    for (const name of ["tides-1-ff", `tides-${String(PID)}-ff`, "tides-x", "notes"])
      writeFileSync(join(folder(), name), "");
    const file = open();
    expect(readdirSync(folder()).sort()).toEqual([
      "notes",
      `tides-${String(PID)}-0a`,
      `tides-${String(PID)}-ff`,
      "tides-x",
    ]);
    file.remove();
    expect(existsSync(file.path)).toBe(false);
  });
});

test.skipIf(UID === undefined)("a folder on a disk is used when no other one is there", () => {
  const onDisk: string[] = [];
  machine = { ...machine, isInMemory: (one) => (onDisk.push(one), false) };
  const file = open();
  expect(onDisk).toEqual([base, "/dev/shm"]);
  expect(dirname(dirname(file.path))).toBe(tmpdir());
  file.remove();
});

describe("its slots", () => {
  it("are given once each, and the one that was free for longest first", () => {
    const file = open();
    const first = file.take()!;
    const second = file.take()!;
    expect([first, second]).toEqual([
      { slot: 0, generation: 1 },
      { slot: 1, generation: 2 },
    ]);
    file.free(first);
    for (let slot = 2; slot < 1024; slot += 1) expect(file.take()?.slot).toBe(slot);
    expect(file.take()).toEqual({ slot: 0, generation: 1025 });
    expect(file.take()).toBeUndefined();
    file.free(second);
    expect(file.take()?.slot).toBe(1);
  });
});
