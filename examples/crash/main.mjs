// A bot of discord.js whose voice process is killed three times while it plays. Another process waits, and goes on with the call. Start it with
// `node main.mjs` where discord.js is installed.
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { on, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel, MemoryCallStore, serveCallStore } from "sdkpp/voice";
import { numberOf } from "./song.mjs";

const KILLS = 3;
const seconds = Number(process.argv[2] ?? 30);
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

// Each worker keeps its call in this process, which has none itself.
const store = new MemoryCallStore();
const env = { ...process.env, CALL_KEY: randomBytes(32).toString("hex") };
const order = (to, name, value) => to.connected && to.send({ order: name, value });

/** Questions of one worker to the store. */
const channelOf = (worker) => ({
  send: (message) => order(worker, "store", message),
  onMessage(listener) {
    const pass = (message) => message.store && listener(message.store);
    worker.on("message", pass);
    return () => worker.off("message", pass);
  },
});

/** A process that waits until it is needed. */
async function startWorker() {
  const worker = fork(new URL("./worker.mjs", import.meta.url), { serialization: "advanced", env });
  serveCallStore(store, channelOf(worker));
  for await (const [{ waits }] of on(worker, "message")) if (waits) return worker;
}

let worker = await startWorker();
let spare = startWorker();
let deaths = 0;

/** The spare process goes on with the call, and another one waits. */
function watch(one) {
  one.once("exit", async (_code, signal) => {
    if (signal === null) return;
    worker = await spare;
    order(worker, "revive", { ca });
    watch(worker);
    console.log(`death ${++deaths} by ${signal}: another process plays on`);
    spare = startWorker();
  });
}
watch(worker);

const guild = await bot.guilds.fetch(guildId);
const { sendPayload, destroy } = guild.voiceAdapterCreator({
  onVoiceStateUpdate: (state) => order(worker, "state", state),
  onVoiceServerUpdate: (server) => order(worker, "server", { ...server, ca }),
  destroy: () => worker.disconnect(),
});
sendPayload({ op: 4, d: { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: true } });

for (let kills = 0; kills < KILLS; kills += 1) {
  await sleep((seconds * 1000) / (KILLS + 1));
  await spare; // it waits
  worker.kill("SIGKILL");
}
await sleep((seconds * 1000) / (KILLS + 1));

const missing = heard.at(-1) - heard[0] + 1 - new Set(heard).size;
console.log(`heard ${heard.length} packets of one call, ${missing} are missing`);
listening.destroy();
destroy();
for (const one of [worker, await spare]) one.disconnect();
await Promise.all([bot.destroy(), listener.destroy()]);
await stop();
