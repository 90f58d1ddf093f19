// Valid data folders, and a platform's message for one that it cannot use.
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { startPlatform } from "@sdkpp/platform";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import type { MessagePayload } from "sdkpp/wire";
import { sendFiles, type SentFile } from "../../support/send-files.js";
import { PlatformProcess, type Rejection } from "../../support/platform-process.js";
import { expectSentence, folderPerTest, rejectionOf, use } from "./support-folder.js";
import { platformForTest } from "./support-platform.js";

const at = folderPerTest();

function formatOf(file: string): number {
  const db = new Database(file, { readonly: true });
  const { user_version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  db.close();
  return user_version;
}

/** The records as they were when they had the bytes of their files. */
function writeFormatThree(file: string): void {
  const db = new Database(file);
  const rows = db.prepare("SELECT id, body FROM record WHERE collection = 'file'").all();
  for (const { id, body } of rows as { id: string; body: string }[]) {
    const { hash, ...record } = JSON.parse(body) as { hash: string };
    const data = readFileSync(at(`files/${hash.slice(0, 2)}/${hash}`), "base64");
    db.prepare("UPDATE record SET body = ? WHERE collection = 'file' AND id = ?").run(
      JSON.stringify({ ...record, data }),
      id,
    );
  }
  db.exec("DELETE FROM record_index WHERE collection = 'file'; PRAGMA user_version = 3");
  db.close();
  rmSync(at("files"), { recursive: true });
}

/** The tables as they were before messages had terms, and the records of the first members of threads. */
function writeFormatTwo(file: string): void {
  const db = new Database(file);
  db.exec(`BEGIN;
    DROP TABLE term_index;
    DROP TABLE term_lately;
    DELETE FROM record_index WHERE collection = 'pin' AND name = 'time';
    UPDATE record SET body = json_remove(body, '$.isPrivate') WHERE collection = 'thread-member';
    UPDATE record_index SET name = 'joined' WHERE collection = 'thread-member' AND name = 'private';
    PRAGMA user_version = 2;
    COMMIT`);
  db.close();
}

/** The tables as they were before lists had pages. */
function writeFormatOne(file: string): void {
  writeFormatTwo(file);
  const db = new Database(file);
  db.exec(`BEGIN;
    CREATE TABLE former (
      collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL,
      PRIMARY KEY (collection, name, value, id)
    );
    INSERT INTO former SELECT collection, name, value, id FROM record_index;
    DROP TABLE record_index;
    ALTER TABLE former RENAME TO record_index;
    CREATE INDEX record_index_by_id ON record_index (collection, id);
    PRAGMA user_version = 1;
    COMMIT`);
  db.close();
}

describe("two platforms with one data folder", () => {
  it("in two processes: the second names the holder and changes nothing, until the first is killed", async () => {
    await using first = await PlatformProcess.start({ dataDir: at("") });
    const second = await PlatformProcess.tryStart({ dataDir: at("") });
    expect(second).toMatchObject({
      code: "DATA_FOLDER_IN_USE",
      message: expect.stringContaining(
        `The data folder ${at("")} is in use by process ${first.pid}, since 20`,
      ),
    });
    expectSentence((second as Rejection).message, at(""));
    expect(await first.isAlive()).toBe(true);
    await first.end("SIGKILL");
    await using third = await PlatformProcess.start({ dataDir: at("") });
    expect(third.seeded).toEqual(first.seeded);
  });

  it("in one process: the second one fails too", async () => {
    await platformForTest({ dataDir: at("") });
    const { code, message } = await rejectionOf({ dataDir: at("") });
    expect([code, message]).toEqual([
      "DATA_FOLDER_IN_USE",
      expect.stringContaining(`${at("")} is in use by another platform of this process`),
    ]);
  });
});

describe("a database", () => {
  it.each<[string, () => void | Promise<void>, string, RegExp]>([
    [
      "that is not a database",
      () => writeFileSync(at("platform.db"), "garbage ".repeat(1000)),
      "DATABASE_DAMAGED",
      /is damaged: .* delete it/,
    ],
    [
      "with damaged pages",
      async () => {
        await use(at(""));
        const pages = readFileSync(at("platform.db"));
        pages.fill(0xff, 4096 + 100, pages.length - 10);
        writeFileSync(at("platform.db"), pages);
      },
      "DATABASE_DAMAGED",
      /is damaged/,
    ],
    [
      "that was cut off",
      async () => {
        await use(at(""));
        truncateSync(at("platform.db"), 4096 * 3 + 17);
      },
      "DATABASE_DAMAGED",
      /is damaged/,
    ],
    [
      "of an older version",
      () => {
        const db = new Database(at("platform.db"));
        db.exec("CREATE TABLE record (collection TEXT, id TEXT, body TEXT)");
        db.close();
      },
      "DATABASE_VERSION",
      /was written by an older version of the platform \(format 0; this version reads format 4\): delete it/,
    ],
    [
      "of a newer version",
      async () => {
        await use(at(""));
        const db = new Database(at("platform.db"));
        db.exec("PRAGMA user_version = 99");
        db.close();
      },
      "DATABASE_VERSION",
      /was written by a newer version of the platform \(format 99; this version reads format 4\)/,
    ],
    [
      "that is a folder",
      () => mkdirSync(at("platform.db")),
      "DATABASE_UNUSABLE",
      /Could not open the database/,
    ],
  ])("%s is reported by name and left unchanged", async (_claim, arrange, code, words) => {
    await arrange();
    const before = statSync(at("platform.db")).isFile() ? readFileSync(at("platform.db")) : undefined;
    const refused = await rejectionOf({ dataDir: at("") });
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(words)]);
    expectSentence(refused.message, at("platform.db"));
    if (before !== undefined) expect(readFileSync(at("platform.db")).equals(before)).toBe(true);
  });

  it("of an earlier format is upgraded as it is opened, once", async () => {
    const before = await startPlatform({ dataDir: at("") });
    const { seeded } = before;
    const cyd = before.control.users.create({ username: "cyd" }).id;
    before.control.users.makeFriends(cyd, seeded.userIds[0]);
    await before.stop();
    writeFormatOne(at("platform.db"));
    for (let starts = 0; starts < 2; starts += 1) {
      await using platform = await startPlatform({ dataDir: at("") });
      expect(platform.seeded).toEqual(seeded);
      expect(platform.control.users.get(cyd).username).toBe("cyd");
      const headers = { authorization: `Bot ${seeded.botToken}` };
      const channels = await fetch(`${platform.endpoints.apiBase}/v10/guilds/${seeded.guildId}/channels`, {
        headers,
      });
      expect(((await channels.json()) as { id: string }[]).map(({ id }) => id)).toContain(
        seeded.textChannelId,
      );
      expect(formatOf(at("platform.db"))).toBe(4);
    }
  });

  it("of format 2 gets its index of words, its times of pins and its private threads, which one line says", async () => {
    const before = await startPlatform({ dataDir: at("") });
    const { guildId, textChannelId, botUserId } = before.seeded;
    let platform = before;
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${platform.endpoints.apiBase}/v10${path}`, {
        method,
        headers: { authorization: `Bot ${before.seeded.botToken}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return answer.status === 204 ? undefined : answer.json();
    };
    const channel = `/channels/${textChannelId}`;
    const { id } = (await ask("POST", `${channel}/messages`, { content: "treasure island" })) as {
      id: string;
    };
    await ask("PUT", `${channel}/messages/pins/${id}`);
    const thread = (await ask("POST", `${channel}/threads`, { name: "t", type: 12 })) as { id: string };
    await ask("PATCH", `/channels/${thread.id}`, { archived: true });
    const archive = `${channel}/users/@me/threads/archived/private`;
    const pinnedAt = async () =>
      ((await ask("GET", channel)) as { last_pin_timestamp: string | null }).last_pin_timestamp;
    const told = { archive: await ask("GET", archive), pinned: await pinnedAt() };
    expect(told).toMatchObject({
      archive: { threads: [{ id: thread.id }], members: [{ user_id: botUserId }] },
      pinned: expect.any(String),
    });
    await before.stop();
    writeFormatTwo(at("platform.db"));
    const lines: string[] = [];
    platform = await platformForTest({ dataDir: at(""), log: (line) => lines.push(line) });
    expect(lines.filter((line) => line.includes("format 3"))).toEqual([
      expect.stringMatching(
        /^world: upgrading .*platform\.db to format 3: 2 messages are indexed for search/,
      ),
    ]);
    expect({ archive: await ask("GET", archive), pinned: await pinnedAt() }).toEqual(told);
    platform.control.guilds.indexMessages(guildId);
    expect(await ask("GET", `/guilds/${guildId}/messages/search?content=island`)).toMatchObject({
      total_results: 1,
      messages: [[{ id }]],
    });
  });

  it("of format 3 gives the bytes of its files to a folder, although the first attempt fails in the middle", async () => {
    const before = await startPlatform({ dataDir: at("") });
    const texts = ["one", "two", "two", ""];
    const line = `POST /channels/${before.seeded.textChannelId}/messages`;
    const bot = `Bot ${before.seeded.botToken}`;
    const files = texts.map((text, n): SentFile => [`${n}.txt`, text]);
    const { status, body } = await sendFiles<MessagePayload>(before, bot, line, {}, files);
    expect(status).toBe(200);
    await before.stop();
    writeFormatThree(at("platform.db"));
    const last = createHash("sha256").update("two").digest("hex");
    mkdirSync(at("files"));
    writeFileSync(at(`files/${last.slice(0, 2)}`), "in the way");
    const refused = await rejectionOf({ dataDir: at("") });
    expect(refused.code).toBe("DATA_FOLDER_UNUSABLE");
    expectSentence(refused.message, at(`files/${last.slice(0, 2)}`));
    expect(formatOf(at("platform.db"))).toBe(3);
    rmSync(at(`files/${last.slice(0, 2)}`));
    const lines: string[] = [];
    const platform = await platformForTest({ dataDir: at(""), log: (said) => lines.push(said) });
    expect(lines.join("\n")).toContain("to format 4: 4 files move out of the database");
    const answer = await fetch(`${platform.endpoints.apiBase}/v10${line.slice(5)}/${body.id}`, {
      headers: { authorization: bot },
    });
    const { attachments } = (await answer.json()) as MessagePayload;
    expect(await Promise.all(attachments.map(async ({ url }) => (await fetch(url)).text()))).toEqual(texts);
  });

  it("is created when it is missing; the certificate authority stays", async () => {
    await use(at(""));
    const ca = readFileSync(at("ca.pem"), "utf8");
    for (const name of readdirSync(at(""))) if (name.startsWith("platform.db")) rmSync(at(name));
    const platform = await platformForTest({ dataDir: at("") });
    expect(platform.endpoints.ca).toBe(ca);
  });

  it("is readable by its user only, even when it was readable by others before", async () => {
    await use(at(""));
    chmodSync(at("platform.db"), 0o644);
    const platform = await platformForTest({ dataDir: at("") });
    platform.control.users.create({ username: "eve" });
    const modes = readdirSync(at(""))
      .filter((name) => name !== "ca.pem")
      .map((name) => [name, (statSync(at(name)).mode & 0o777).toString(8)]);
    expect(Object.fromEntries(modes)).toEqual({
      "bot-token": "600",
      "ca-key.pem": "600",
      files: "700",
      "platform.db": "600",
      "platform.db-shm": "600",
      "platform.db-wal": "600",
      "platform.lock": "600",
    });
  });

  it("contains no bot token; the bot still logs in, after a restart too", async () => {
    const first = await platformForTest({ dataDir: at("") });
    const { token } = first.control.applications.createBot(
      first.control.applications.create({ name: "Other" }).id,
    );
    const { botToken } = first.seeded;
    await first.stop();
    const stored = Buffer.concat(
      readdirSync(at(""))
        .filter((name) => name.startsWith("platform.db"))
        .map((name) => readFileSync(at(name))),
    );
    expect([stored.includes(botToken), stored.includes(token)]).toEqual([false, false]);
    const again = await platformForTest({ dataDir: at("") });
    expect(again.seeded).toEqual(first.seeded);
    for (const one of [botToken, token]) {
      const headers = { authorization: `Bot ${one}` };
      expect((await fetch(`${again.endpoints.apiBase}/v10/users/@me`, { headers })).status).toBe(200);
    }
  });

  it("without its token file, the seeded bot gets a new token", async () => {
    const first = await platformForTest({ dataDir: at("") });
    await first.stop();
    rmSync(at("bot-token"));
    const again = await platformForTest({ dataDir: at("") });
    expect(again.seeded.botToken).not.toBe(first.seeded.botToken);
    const headers = { authorization: `Bot ${again.seeded.botToken}` };
    expect((await fetch(`${again.endpoints.apiBase}/v10/users/@me`, { headers })).status).toBe(200);
  });
});
