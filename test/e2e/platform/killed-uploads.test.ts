// A platform that is killed while files come in: what it acknowledged is there, and no file is without its message.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import Database from "libsql";
import type { AttachmentPayload, MessagePayload } from "sdkpp/wire";
import { expect, it } from "vitest";
import { PlatformProcess } from "../../support/platform-process.js";
import { sendFiles } from "../../support/send-files.js";
import { waitFor } from "../../support/wait-for.js";
import { folderPerTest } from "./support-folder.js";

const at = folderPerTest();
/** `npm run soak` asks for more. */
const ROUNDS = Number(process.env["SDKPP_KILLS"] ?? 2);
const LANES = 6;
/** Answers in one round, after which the platform is killed while other requests are under way. */
const ANSWERS = 20;

/** The answers: message → the files that it has; null: it is deleted; undefined: a request is under way. */
type Acknowledged = Map<string, readonly string[] | null | undefined>;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** Each file has other bytes, until there are 256 of them. */
let made = 0;

/** Posts, edits and deletes until the platform is gone. */
async function write(platform: PlatformProcess, known: Acknowledged, answered: () => void): Promise<void> {
  const messages = `/channels/${platform.seeded.textChannelId}/messages`;
  const send = async (line: string, payload: object, name: string) => {
    const bot = `Bot ${platform.seeded.botToken}`;
    const bytes = new Uint8Array(20_000).fill(made++);
    const { status, body } = await sendFiles<MessagePayload>(platform, bot, line, payload, [[name, bytes]]);
    expect(status).toBe(200);
    known.set(body.id, idsOf(body.attachments));
    answered();
    return body.id;
  };
  for (;;) {
    const kept = await send(`POST ${messages}`, {}, "kept.bin");
    known.set(kept, undefined);
    await send(`PATCH ${messages}/${kept}`, { attachments: [{ id: 0 }] }, "new.bin");
    const dropped = await send(`POST ${messages}`, {}, "dropped.bin");
    known.set(dropped, undefined);
    const headers = { authorization: `Bot ${platform.seeded.botToken}` };
    const url = `${platform.endpoints.apiBase}/v10${messages}/${dropped}`;
    expect((await fetch(url, { method: "DELETE", headers })).status).toBe(204);
    known.set(dropped, null);
    answered();
  }
}

const idsOf = (attachments: readonly Pick<AttachmentPayload, "id">[] = []): string[] =>
  attachments.map(({ id }) => id);

/** Kills it after so many answers. */
async function killedWhileWriting(platform: PlatformProcess, known: Acknowledged): Promise<void> {
  let answers = 0;
  const killed = new Promise<void>((resolve) => {
    const answered = (): void => {
      answers += 1;
      if (answers === ANSWERS) void platform.end("SIGKILL").then(() => resolve());
    };
    for (let lane = 0; lane < LANES; lane += 1) void write(platform, known, answered).catch(() => undefined);
  });
  await killed;
}

/** Records of a kind in the database of a platform that has ended. */
function records<T>(collection: string): T[] {
  const db = new Database(at("platform.db"));
  const rows = db.prepare("SELECT body FROM record WHERE collection = ?").all(collection);
  db.close();
  return (rows as { body: string }[]).map(({ body }) => JSON.parse(body) as T);
}

it(`is whole after each of ${String(ROUNDS)} kills`, { timeout: 60_000 + ROUNDS * 10_000 }, async () => {
  const known: Acknowledged = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const platform = await PlatformProcess.start({ dataDir: at("") });
    await killedWhileWriting(platform, known);
    const messages = records<{ id: string; attachments?: { id: string }[] }>("channel-message");
    const files = records<{ id: string; hash: string }>("file");
    expect(files.map(({ id }) => id).sort()).toEqual(
      messages.flatMap((one) => idsOf(one.attachments)).sort(),
    );
    for (const { hash } of files)
      expect(sha256(readFileSync(at(`files/${hash.slice(0, 2)}/${hash}`)))).toBe(hash);
    const stored = new Map(messages.map((one) => [one.id, idsOf(one.attachments)]));
    for (const [id, ids] of known) {
      if (ids === undefined) known.delete(id);
      else expect([id, stored.get(id) ?? null]).toEqual([id, ids]);
    }
  }
  const named = new Set(records<{ hash: string }>("file").map(({ hash }) => hash));
  await using last = await PlatformProcess.start({ dataDir: at("") });
  const isSwept = () => kept().length === named.size && readdirSync(at("files/arriving")).length === 0;
  await waitFor("the sweep of what no record names", isSwept);
  expect(new Set(kept())).toEqual(named);
  expect(await last.isAlive()).toBe(true);
});

/** Names of the bytes in the folder. */
function kept(): string[] {
  const folders = readdirSync(at("files")).filter((name) => name.length === 2);
  return folders.flatMap((name) => readdirSync(at(`files/${name}`)));
}
