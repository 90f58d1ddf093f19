// Data folders with many messages, and how long requests take on them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { startPlatform } from "@sdkpp/platform";
import Database from "libsql";
import { median } from "./results.mjs";

export const SIZES = [10_000, 100_000, 1_000_000];
/** Messages with the word "rare", spread over all of them. */
const RARE = 1000;
const VOCABULARY = 50_000;
const FIRST_ID = 1_000_000_000_000_000_000n;
const ID_STEP = 1n << 22n;
const CHANNELS = 5;
const AUTHORS = 300;
const WARM_UP = 5;
const REQUESTS = 40;
/** How often the event loop is looked at, ms; the delays that it measures contain this. */
const RESOLUTION_MS = 1;

/** The same texts in each run: words as often as they are in languages, the first ones in most messages. */
function texts() {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  const word = () => Math.floor(Math.exp(random() * Math.log(VOCABULARY))).toString(36);
  return () => Array.from({ length: 8 }, word).join(" ");
}

/**
 * A platform on a folder with so many messages in five channels, as a version wrote it that had no index of words.
 * @param log receives what the platform says
 */
export async function platformWith(count, log = () => undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), "sdkpp-bench-"));
  const { seeded, channels } = await emptyFolder(dataDir);
  fill(join(dataDir, "platform.db"), count, seeded, channels);
  const began = performance.now();
  const platform = await startPlatform({ dataDir, log, enforceRateLimits: false });
  platform.control.guilds.indexMessages(seeded.guildId);
  const stop = async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true });
  };
  return { platform, dataDir, channels, upgradedMs: performance.now() - began, stop };
}

async function emptyFolder(dataDir) {
  const platform = await startPlatform({ dataDir });
  const { seeded, endpoints } = platform;
  const channels = [seeded.textChannelId];
  for (let at = 1; at < CHANNELS; at += 1) {
    const answer = await fetch(`${endpoints.apiBase}/v10/guilds/${seeded.guildId}/channels`, {
      method: "POST",
      headers: { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `c${at}`, type: 0 }),
    });
    if (!answer.ok) throw new Error(`a channel: ${answer.status} ${await answer.text()}`);
    channels.push((await answer.json()).id);
  }
  await platform.stop();
  return { seeded, channels };
}

function fill(file, count, { applicationId, userIds }, channels) {
  const db = new Database(file);
  const text = texts();
  db.exec("BEGIN; DROP TABLE term_index; DROP TABLE term_lately; PRAGMA user_version = 2");
  const record = db.prepare("INSERT INTO record VALUES ('channel-message', ?, ?)");
  const index = db.prepare("INSERT INTO record_index VALUES ('channel-message', 'channel', ?, ?)");
  for (let at = 0; at < count; at += 1) {
    const id = String(FIRST_ID + BigInt(at) * ID_STEP);
    const channelId = channels[at % channels.length];
    const content = at % (count / RARE) === 0 ? `${text()} rare` : text();
    const authorId = at % 2 === 0 ? userIds[0] : String(FIRST_ID + BigInt(at % AUTHORS));
    const sentAt = 1_700_000_000_000 + at;
    record.run(
      id,
      JSON.stringify({ id, channelId, applicationId, authorId, content, sentAt, editedAt: null }),
    );
    index.run(channelId, id);
  }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Median of many requests, their processor time with that of the client, and how long the platform served nobody else at most, ms. */
export async function measured({ platform }, path) {
  const { seeded, endpoints } = platform;
  const ask = async () => {
    const answer = await fetch(`${endpoints.apiBase}/v10${path}`, {
      headers: { authorization: `Bot ${seeded.botToken}` },
    });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
  for (let request = 0; request < WARM_UP; request += 1) await ask();
  const stalls = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const took = [];
  stalls.enable();
  const own = process.cpuUsage();
  let body;
  for (let request = 0; request < REQUESTS; request += 1) {
    const began = performance.now();
    body = await ask();
    took.push(performance.now() - began);
  }
  stalls.disable();
  const { user, system } = process.cpuUsage(own);
  return { figure: median(took), cpuMs: (user + system) / 1000 / REQUESTS, stallMs: stalls.max / 1e6, body };
}

/** The figures of all sizes as a growth (growth.mjs). */
export const grown = (results) => ({
  of: "messages",
  lines: [{ points: results.map(({ figure }, at) => [SIZES[at], figure]) }],
});
