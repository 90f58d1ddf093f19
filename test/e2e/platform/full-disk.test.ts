// A disk that takes no more is the end of the requests that need it, and of nothing else.
import { readdirSync } from "node:fs";
import { LobbyMemberFlag } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { PlatformProcess } from "../../support/platform-process.js";
import { sendFiles } from "../../support/send-files.js";
import { folderPerTest } from "./support-folder.js";

const at = folderPerTest();
/** Enough for a new database, and for some messages. */
const FILE_LIMIT = 400_000;
const IDLE_MS = 3_600_000;
const CHECKPOINT_MS = 10_000;
/** More checkpoints than a database of that size takes. */
const CHECKPOINTS_MAX = 40;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function ask(platform: PlatformProcess, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${platform.seeded.botToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

/** Until the log is full, and the database, into which checkpoints move it. */
async function fillToTheEnd(platform: PlatformProcess): Promise<void> {
  const isFull = () => platform.logs.some((line) => line.includes("fault in a checkpoint"));
  for (let n = 0; !isFull() && n < CHECKPOINTS_MAX; n += 1) {
    await fillLog(platform, n);
    await platform.call("clock.advance", CHECKPOINT_MS);
  }
  await fillLog(platform, CHECKPOINTS_MAX);
}

/** Until not even the smallest record fits. */
async function fillLog(platform: PlatformProcess, round: number): Promise<void> {
  for (let rejections = 0, n = 0; rejections < 20; n += 1) {
    const created = platform.call("users.create", { username: `u${String(round)}_${String(n)}` });
    rejections = await created.then(
      () => 0,
      () => rejections + 1,
    );
  }
}

describe("a full disk", () => {
  it("refuses a file that it has no room for, and keeps nothing of it", async () => {
    await using platform = await PlatformProcess.start({ dataDir: at("") }, { fileLimit: FILE_LIMIT });
    const line = `POST /channels/${platform.seeded.textChannelId}/messages`;
    const send = (bytes: number) =>
      sendFiles(platform, `Bot ${platform.seeded.botToken}`, line, {}, [["a.bin", new Uint8Array(bytes)]]);
    expect(await send(FILE_LIMIT * 2)).toEqual({
      status: 500,
      body: { code: 0, message: "500: Internal Server Error" },
    });
    expect(readdirSync(at("files"))).toEqual(["arriving"]);
    expect(readdirSync(at("files/arriving"))).toEqual([]);
    expect((await send(FILE_LIMIT / 2)).status).toBe(200);
  });

  it("is logged, rejects writes, keeps existing data, and ends no sweep", async () => {
    await using platform = await PlatformProcess.start({ dataDir: at("") }, { fileLimit: FILE_LIMIT });
    const { textChannelId, userIds } = platform.seeded;
    const members = [{ id: userIds[0], flags: LobbyMemberFlag.CanLinkLobby }];
    const settings = { members, idle_timeout_seconds: IDLE_MS / 1000 };
    const lobby = (await ask(platform, "POST", "/lobbies", settings)).body as { id: string };

    const messages = `/channels/${textChannelId}/messages`;
    const content = "x".repeat(2000);
    const kept: string[] = [];
    let refused: Answer | undefined;
    while (refused === undefined) {
      const answer = await ask(platform, "POST", messages, { content });
      if (answer.status === 200) kept.push((answer.body as { id: string }).id);
      else refused = answer;
    }
    expect(refused).toEqual({ status: 500, body: { code: 0, message: "500: Internal Server Error" } });
    expect(kept.length).toBeGreaterThan(0);
    await fillToTheEnd(platform);

    // Deleting is writing, too: the sweep fails each second and is tried again.
    await platform.call("clock.advance", IDLE_MS);
    for (let second = 0; second < 3; second += 1) await platform.call("clock.advance", 1000);
    expect(await platform.isAlive()).toBe(true);
    const faults = platform.logs.filter((line) => line.includes("fault in"));
    expect(faults.join("\n")).toMatch(/http: fault in a request: SqliteError: (disk I\/O error|.*full)/);
    expect(faults.join("\n")).toMatch(
      /timers: fault in the end of an idle lobby: SqliteError: (disk I\/O error|.*full)/,
    );
    expect(faults.join("\n")).not.toContain("rollback");
    expect((await ask(platform, "GET", `/lobbies/${lobby.id}`)).status).toBe(200);
    for (const id of kept.slice(-3))
      expect((await ask(platform, "GET", `${messages}/${id}`)).status).toBe(200);
  });
});
