// When a database is looked at: before the platform listens after an end that was not in order, beside it otherwise.
import { EventEmitter, once } from "node:events";
import {
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { startPlatform, type Platform } from "@sdkpp/platform";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { PlatformProcess } from "../../support/platform-process.js";
import { folderPerTest, rejectionOf, use } from "./support-folder.js";

const at = folderPerTest();
const PAGE_BYTES = 4096;
const LINE_DEADLINE_MS = 20_000;

/** A platform, and the first line that it says of its database. */
async function listening(): Promise<{ platform: Platform; verdict: Promise<string> }> {
  const lines = new EventEmitter();
  const first = once(lines, "line", { signal: AbortSignal.timeout(LINE_DEADLINE_MS) });
  const log = (line: string, severity: string): void => {
    if (/database .*(?:damaged|checked)/.test(line)) lines.emit("line", `${severity} ${line}`);
  };
  const platform = await startPlatform({ dataDir: at(""), log });
  return { platform, verdict: first.then(([line]) => line as string) };
}

/** Adds a table that no platform reads, so that damage to it is found by a look at the whole only. */
function addTable(): void {
  const db = new Database(at("platform.db"));
  db.exec("CREATE TABLE spare (body TEXT)");
  const put = db.prepare("INSERT INTO spare VALUES (?)");
  for (let row = 0; row < 50; row += 1) put.run("x".repeat(1000));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Overwrites a page of that table; the file keeps its size and time, as when a disk decays. */
function breakTable(): void {
  const file = at("platform.db");
  const { atime, mtimeMs } = statSync(file);
  const db = new Database(file);
  const { pageno } = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'spare' AND pagetype = 'leaf' LIMIT 1")
    .get() as {
    pageno: number;
  };
  db.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, (pageno - 1) * PAGE_BYTES);
  closeSync(handle);
  utimesSync(file, atime, new Date(Math.round(mtimeMs)));
}

describe("after an end in order", () => {
  it("the database is looked at while the platform listens, and one line says that it is sound", async () => {
    await use(at(""));
    expect(existsSync(at("clean-end"))).toBe(true);
    const { platform, verdict } = await listening();
    expect(existsSync(at("clean-end"))).toBe(false);
    expect(await verdict).toBe(`info world: the database ${at("platform.db")} is undamaged`);
    await platform.stop();
  });

  it("damage is one line, keeps nobody from using the rest, and the next start says it at once", async () => {
    await use(at(""));
    addTable();
    await use(at(""));
    breakTable();
    const { platform, verdict } = await listening();
    expect(await verdict).toMatch(
      /^error world: fault in the check of the database: The database .*platform\.db is damaged: restore it [^\n]*\.( \([^\n]*\))?$/,
    );
    platform.control.users.create({ username: "eve" });
    await platform.stop();
    expect(existsSync(at("clean-end"))).toBe(false);
    expect(await rejectionOf({ dataDir: at("") })).toMatchObject({ code: "DATABASE_DAMAGED" });
  });
});

describe("before the platform listens, a database is looked at", () => {
  it.each<[string, () => void]>([
    ["without the mark of an end in order", () => rmSync(at("clean-end"))],
    ["with a mark of another database", () => writeFileSync(at("clean-end"), "4096 1\n")],
    ["with a mark that is garbage", () => writeFileSync(at("clean-end"), "")],
    ["that was changed since", () => utimesSync(at("platform.db"), 1, 1)],
  ])("%s", async (_what, change) => {
    await use(at(""));
    addTable();
    await use(at(""));
    breakTable();
    change();
    const before = readFileSync(at("platform.db"));
    expect(await rejectionOf({ dataDir: at("") })).toMatchObject({ code: "DATABASE_DAMAGED" });
    expect(readFileSync(at("platform.db")).equals(before)).toBe(true);
    expect(existsSync(at("clean-end"))).toBe(false);
  });

  it("after the process was killed", async () => {
    await use(at(""));
    addTable();
    await using platform = await PlatformProcess.start({ dataDir: at("") });
    await platform.end("SIGKILL");
    breakTable();
    expect(await rejectionOf({ dataDir: at("") })).toMatchObject({ code: "DATABASE_DAMAGED" });
  });
});
