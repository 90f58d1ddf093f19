// A bot of discord.js whose call runs with one of three workers. That one is killed while music plays, and another one goes on; then that one is
// emptied. Start it with `node main.mjs` where discord.js is installed, and NATS: `nats-server` is on the PATH.
import { fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { Fleet } from "@sdkpp/fleet";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel } from "sdkpp/voice";

const { endpoints, seeded, control, stop } = await startPlatform();
const { ca } = endpoints;
const account = control.applications.createBot(control.applications.create({ name: "A listener" }).id);
const { id: guildId, channels } = control.guilds.create({
  name: "A server",
  ownerId: seeded.userIds[0],
  memberIds: [seeded.botUserId, account.userId],
  channels: [{ name: "Music", kind: "voice" }],
});
const channelId = channels[0].id;

async function login(token) {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates];
  const client = new Client({ intents, rest: { api: endpoints.apiBase } });
  await Promise.all([once(client, Events.ClientReady), client.login(token)]);
  return { client, adapterCreator: (await client.guilds.fetch(guildId)).voiceAdapterCreator };
}

/** A song of Opus packets, 20 ms each, with a number in each. */
function* song() {
  for (let number = 0; ; number += 1) {
    const packet = Buffer.alloc(60, 0xfc);
    packet.writeUInt32LE(number, 1);
    yield packet;
  }
}

// NATS, on a port that is free, and three workers.
const folder = mkdtempSync(`${tmpdir()}/fleet-`);
const nats = spawn("nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", "-1"]);
let servers;
for await (const line of createInterface({ input: nats.stderr }))
  if ((servers = /client connections on (\S+)/.exec(line)?.[1])) break;
const fleetKey = randomBytes(32);
const env = { ...process.env, NATS: servers, FLEET_KEY: fleetKey.toString("hex") };
const workers = new Map();
for (const NAME of ["one", "two", "three"]) {
  workers.set(NAME, fork(new URL("./worker.mjs", import.meta.url), { env: { ...env, NAME } }));
  await once(workers.get(NAME), "message");
}

const [bot, listener] = await Promise.all([login(seeded.botToken), login(account.token)]);
const listening = joinVoiceChannel({ guildId, channelId, ca, selfDeaf: false, ...listener });
const heard = [];
listening.receiver.onPackets((packets) => {
  for (const { data } of packets) if (data.length === 60) heard.push(Buffer.from(data).readUInt32LE(1));
});
const hears = async (more, from = heard.length) => {
  while (heard.length < from + more) await new Promise((resolve) => setTimeout(resolve, 20));
};
await listening.ready();

const { adapterCreator } = bot;
const fleet = await Fleet.connect({ nats: { servers }, fleetKey });
const connection = fleet.join({ guildId, channelId: channels[0].id, adapterCreator, ca });
connection.on("moved", ({ reason }) => console.log(`the call goes on with another worker: ${reason}`));
connection.on("warning", (message) => console.warn(message));
const player = fleet.createPlayer(connection);
connection.subscribe(player);
player.queue({ type: "opus", packets: song() });
await connection.ready();
await hears(50);

workers.get(fleet.workerOf(connection)).kill("SIGKILL");
await hears(100);
await fleet.drain(fleet.workerOf(connection));
await hears(100);

const steps = heard.slice(1).map((number, at) => number - heard[at]);
console.log(`in order: ${steps.every((step) => step > 0)}; gaps: ${steps.filter((step) => step > 1).length}`);

listening.destroy();
await fleet.close();
for (const worker of workers.values()) worker.kill("SIGKILL");
nats.kill();
await once(nats, "exit");
rmSync(folder, { recursive: true });
await Promise.all([bot.client.destroy(), listener.client.destroy()]);
await stop();
