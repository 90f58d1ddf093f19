// A bot of discord.js whose calls are in a process of their own. That one is killed three times while the bot plays, and replaced once: another
// one goes on.
// Start it with `node main.mjs` where discord.js is installed.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { HostedAudioPlayer, joinVoiceChannel, VoiceSupervisor } from "sdkpp/voice";

const KILLS = 3;
const { endpoints, seeded, control, stop } = await startPlatform();
const { ca } = endpoints;
const { id: guildId, channels } = control.guilds.create({
  name: "A server",
  ownerId: seeded.userIds[0],
  memberIds: [seeded.botUserId],
  channels: [{ name: "Music", kind: "voice" }],
});

const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates];
const client = new Client({ intents, rest: { api: endpoints.apiBase } });
await Promise.all([once(client, Events.ClientReady), client.login(seeded.botToken)]);

/** A song of Opus packets, 20 ms each. */
function* song() {
  for (let number = 0; number < 3000; number += 1) yield Buffer.alloc(60, 0xfc);
}

const voiceHost = new VoiceSupervisor();
voiceHost.on("ended", (reason, calls) => console.log(`a voice process ended: ${reason}; calls: ${calls}`));
const waits = () => new Promise((resolve) => voiceHost.on("spareReady", resolve));
let spare = waits();

const { voiceAdapterCreator: adapterCreator } = await client.guilds.fetch(guildId);
const connection = joinVoiceChannel({ guildId, channelId: channels[0].id, adapterCreator, ca, voiceHost });
connection.on("moved", ({ gapMs }) => console.log(`the call goes on: ${gapMs < 1000 ? "at once" : "late"}`));
connection.on("warning", (message) => console.warn(message));
const player = new HostedAudioPlayer({ voiceHost });
connection.subscribe(player);
player.queue({ type: "opus", packets: song() });
await connection.ready();

for (let kills = 0; kills < KILLS; kills += 1) {
  await spare; // another process waits
  spare = waits();
  process.kill(voiceHost.pid, "SIGKILL");
}
await spare;

// a newer version is installed: a process of that takes the call while it plays
const { moved } = await voiceHost.replaceProcess({ fresh: true });
console.log(`calls that moved: ${moved}`);

await sleep(200);
console.log(`${connection.status}, ${player.positionMs > 2000 ? "and plays" : "and silent"}`);
connection.destroy();
voiceHost.close();
await client.destroy();
await stop();
