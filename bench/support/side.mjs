// One side of one bench, in a process of its own.
import { createRequire } from "node:module";
import { join } from "node:path";

const { file, side, strangers, options, endpoint, ca } = JSON.parse(process.env.SDKPP_BENCH);
const stranger = strangers === undefined ? undefined : createRequire(join(strangers, "package.json"));

let nextId = 0;
const asked = new Map();
process.on("message", ({ id, result }) => asked.get(id)(result));

/** Asks the sink. */
function ask(command, argument) {
  const id = nextId++;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    process.send({ id, command, argument });
  });
}

/** The adapter of a bot whose main gateway answers at once. */
function adapterOf(guildId, channelId) {
  return (library) => ({
    sendPayload: ({ d }) => {
      if (d.channel_id === null) return true;
      setImmediate(() => {
        library.onVoiceStateUpdate({
          guild_id: guildId,
          channel_id: channelId,
          user_id: "77",
          session_id: "s".repeat(32),
        });
        library.onVoiceServerUpdate({ token: "t".repeat(16), guild_id: guildId, endpoint });
      });
      return true;
    },
    destroy: () => undefined,
  });
}

const channelOf = (at) => {
  const guildId = String(1000 + at);
  const channelId = String(5000 + at);
  return { guildId, channelId, adapterCreator: adapterOf(guildId, channelId), selfDeaf: false };
};

async function joinOurs(at, { e2ee = false, mediaThreads } = {}) {
  const { joinVoiceChannel } = await import("sdkpp/voice");
  const connection = joinVoiceChannel({
    ...channelOf(at),
    ca,
    preferredMode: "aead_aes256_gcm_rtpsize",
    e2ee,
    ...(mediaThreads !== undefined && { mediaThreads }),
  });
  await connection.ready();
  while (e2ee && connection.encryption.state !== "on") await new Promise((resolve) => setTimeout(resolve, 5));
  return connection;
}

async function joinPeer(at, { e2ee = false } = {}) {
  const { entersState, joinVoiceChannel } = stranger("@discordjs/voice");
  const connection = joinVoiceChannel({ ...channelOf(at), daveEncryption: e2ee });
  connection.on("error", (error) => process.stderr.write(`${String(error)}\n`));
  await entersState(connection, "ready", 30_000);
  return connection;
}

/** CPU time of this process, all its threads, in microseconds per counted thing. */
async function cpuPerItem(count, seconds) {
  const from = count();
  const before = process.cpuUsage();
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { user, system } = process.cpuUsage(before);
  const items = count() - from;
  return {
    figure: (user + system) / items,
    items,
    perSecond: items / ((performance.now() - started) / 1000),
  };
}

const bench = await import(file);
const done = await bench[side]({
  ask,
  stranger,
  joinOurs,
  joinPeer,
  channelOf,
  cpuPerItem,
  endpoint,
  ca,
  options,
});
process.send({ done }, () => process.exit(0));
