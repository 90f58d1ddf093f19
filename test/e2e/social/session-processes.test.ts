// Two processes of one game share a player's tokens in a file, against a real platform.
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Client, FileTokenStore, type StoredTokens } from "sdkpp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";

const GAME = new URL("../../support/session-process.mjs", import.meta.url);
const ARRIVAL_MS = 15_000;

interface Report {
  did: string;
  refreshes?: number;
  userId?: string;
}

/** A process of the game. */
class Game {
  readonly reports: Report[] = [];
  readonly #child: ChildProcess;

  constructor(options: object) {
    this.#child = fork(GAME, [JSON.stringify(options)]);
    this.#child.on("message", (report: Report) => this.reports.push(report));
  }

  do(deed: string): void {
    this.#child.send({ do: deed });
  }

  async report(did: string): Promise<Report> {
    const find = (): Report | undefined => this.reports.find((one) => one.did === did);
    await waitFor(did, () => find() !== undefined, ARRIVAL_MS);
    return find()!;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.do("stop");
    await ended;
  }

  /** The process ends without a last word. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await ended;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }
}

let platform: Platform;
let folder: string;
const games: Game[] = [];

beforeEach(async () => {
  platform = await startPlatform();
  folder = await mkdtemp(join(tmpdir(), "sdkpp-session-"));
});
afterEach(async () => {
  for (const game of games.splice(0)) await game.end();
  await platform.stop();
});

const pathOf = (): string => join(folder, "tokens.json");

/** Tokens of the first user which are to be renewed now. */
async function storeDueTokens(): Promise<StoredTokens> {
  const { seeded, control } = platform;
  const scopes = Client.getDefaultCommunicationScopes();
  const { access_token, refresh_token = "" } = control.tokens.issue(
    seeded.applicationId,
    seeded.userIds[0],
    scopes,
  );
  const tokens: StoredTokens = {
    kind: "account",
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + 60_000,
    renewAt: Date.now() - 1,
    scopes,
  };
  await new FileTokenStore(pathOf()).save(tokens);
  return tokens;
}

async function game(): Promise<Game> {
  const { apiBase, webBase, ca } = platform.endpoints;
  const { applicationId } = platform.seeded;
  const made = new Game({ apiBase, webBase, ca, applicationId, path: pathOf() });
  games.push(made);
  await made.report("started");
  return made;
}

describe("two processes with one token file", () => {
  it("refresh once, both go on, and both hear of the revocation", async () => {
    const before = await storeDueTokens();
    const both = [await game(), await game()];
    for (const one of both) one.do("start");
    const ready = await Promise.all(both.map((one) => one.report("ready")));
    const [ada] = platform.seeded.userIds;
    expect(ready.map(({ userId }) => userId)).toEqual([ada, ada]);
    expect(ready.map(({ refreshes = 0 }) => refreshes).sort()).toEqual([0, 1]);
    const after = await new FileTokenStore(pathOf()).load();
    expect(after?.refreshToken).not.toBe(before.refreshToken);
    expect(await readdir(folder)).toEqual(["tokens.json"]);
    platform.control.tokens.revoke(platform.seeded.applicationId, ada);
    for (const one of both) {
      await one.report("deauthorized");
      await one.report("relinkNeeded");
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it("go on after a process was killed while it held the lock", async () => {
    await storeDueTokens();
    const killed = await game();
    await killed.kill();
    await writeFile(`${pathOf()}.lock`, `${String(killed.pid)} some-id`);
    games.splice(0);
    const other = await game();
    other.do("start");
    expect((await other.report("ready")).refreshes).toBe(1);
    expect(await readdir(folder)).toEqual(["tokens.json"]);
  });
});

describe("FileTokenStore", () => {
  const store = (): FileTokenStore => new FileTokenStore(pathOf());

  it("keeps tokens for its owner only, and replaces them at once", async () => {
    const tokens = await storeDueTokens();
    expect(await store().load()).toEqual(tokens);
    if (process.platform !== "win32") expect((await stat(pathOf())).mode & 0o777).toBe(0o600);
    const saves = Array.from({ length: 20 }, (_each, index) =>
      store().save({ ...tokens, accessToken: `token${String(index)}` }),
    );
    const loads = Array.from({ length: 20 }, () => store().load());
    await Promise.all(saves);
    for (const loaded of await Promise.all(loads)) expect(loaded?.kind).toBe("account");
    expect(await readdir(folder)).toEqual(["tokens.json"]);
    await store().clear();
    await store().clear();
    expect(await store().load()).toBeUndefined();
  });

  it.each(["", "{", "null", "5", "[]", '{"kind":"account"}', '{"kind":"account","accessToken":""}'])(
    "a file with %j counts as none",
    async (text) => {
      await writeFile(pathOf(), text);
      expect(await store().load()).toBeUndefined();
    },
  );

  it("runs one work at a time, also after one that throws", async () => {
    let running = 0;
    let most = 0;
    const works = Array.from({ length: 10 }, (_each, index) =>
      store().exclusively(async () => {
        running += 1;
        most = Math.max(most, running);
        await readFile(GAME);
        running -= 1;
        if (index === 3) throw new Error("work failed");
        return index;
      }),
    );
    const settled = await Promise.allSettled(works);
    expect([most, settled.filter(({ status }) => status === "rejected").length]).toEqual([1, 1]);
  });

  it("rejects a folder that does not exist", async () => {
    const nowhere = new FileTokenStore(join(folder, "none", "tokens.json"));
    expect(await nowhere.load()).toBeUndefined();
    await expect(nowhere.exclusively(() => Promise.resolve())).rejects.toThrow("ENOENT");
  });
});
