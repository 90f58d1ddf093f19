// A bot of discord.js whose voice code is replaced three times while it plays. Its main gateway stays in this process; its voice moves
// from one worker to the next. Start it with `node main.mjs` where discord.js is installed.
import { fork } from "node:child_process";
import { on, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel } from "sdkpp/voice";
import { numberOf } from "./song.mjs";

const VERSIONS = 4;
const seconds = Number(process.argv[2] ?? 60);
const { endpoints, seeded, control, stop } = await startPlatform();
const { ca } = endpoints;

async function login(token) {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates];
  const client = new Client({ intents, rest: { api: endpoints.apiBase } });
  await Promise.all([once(client, Events.ClientReady), client.login(token)]);
  return client;
}

const account = control.applications.createBot(control.applications.create({ name: "A listener" }).id);
const { id: guildId, channels } = control.guilds.create({
  name: "A server",
  ownerId: seeded.userIds[0],
  memberIds: [seeded.botUserId, account.userId],
  channels: [{ name: "Music", kind: "voice" }],
});
const channelId = channels[0].id;
const [bot, listener] = await Promise.all([login(seeded.botToken), login(account.token)]);

// Somebody who listens, and notes which packets arrive.
const { voiceAdapterCreator: adapterCreator } = await listener.guilds.fetch(guildId);
const listening = joinVoiceChannel({ guildId, channelId, adapterCreator, ca, selfDeaf: false });
const heard = [];
listening.receiver.onPackets((packets) => {
  for (const { data } of packets) if (numberOf(data) !== undefined) heard.push(numberOf(data));
});
await listening.ready();

// The bot: what the main gateway says goes to the worker that has the call.
const order = (to, name, value) => to.send({ order: name, value });
const startWorker = () => fork(new URL("./worker.mjs", import.meta.url), { serialization: "advanced" });
let worker = startWorker();
const guild = await bot.guilds.fetch(guildId);
const { sendPayload, destroy } = guild.voiceAdapterCreator({
  onVoiceStateUpdate: (state) => order(worker, "state", state),
  onVoiceServerUpdate: (server) => order(worker, "server", { ...server, ca }),
  destroy: () => worker.disconnect(),
});
sendPayload({ op: 4, d: { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: true } });

/** Messages of a move go from one worker to the other. @returns ends that */
function passOn(from, to) {
  const pass = ({ move }) => move && to.connected && order(to, "move", move);
  from.on("message", pass);
  return () => from.off("message", pass);
}

async function answer(from, key) {
  for await (const [message] of on(from, "message")) if (message[key]) return message[key];
}

/** A new version takes the call. */
async function deploy() {
  const [old, next] = [worker, startWorker()];
  const ends = [passOn(old, next), passOn(next, old)];
  order(next, "take", { ca });
  await answer(next, "waits");
  order(old, "handOver");
  const outcome = await answer(old, "outcome");
  for (const end of ends) end();
  if (outcome !== "taken") return next.disconnect(); // the old version goes on
  worker = next;
  old.disconnect();
}

for (let version = 2; version <= VERSIONS; version += 1) {
  await sleep((seconds * 1000) / VERSIONS);
  await deploy();
  console.log(`version ${version} plays on`);
}
await sleep((seconds * 1000) / VERSIONS);

const [first] = heard;
const isInOrder = heard.every((number, at) => number === first + at);
console.log(`heard ${heard.length} packets, ${isInOrder ? "each once and in order" : "not in order"}`);
listening.destroy();
destroy();
worker.disconnect();
await Promise.all([bot.destroy(), listener.destroy()]);
await stop();
