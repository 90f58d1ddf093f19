// A music bot of discord.js: it plays the WAV files that it is given, fades, pauses, and skips the last one.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { AudioPlayer, joinVoiceChannel } from "sdkpp/voice";

const { endpoints, seeded, stop } = await startPlatform(); // for the real service leave this, `rest` and `ca` out
const bot = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
  rest: { api: endpoints.apiBase },
});
await Promise.all([once(bot, Events.ClientReady), bot.login(seeded.botToken)]);
const guild = await bot.guilds.fetch(seeded.guildId);
const connection = joinVoiceChannel({
  guildId: guild.id,
  channelId: seeded.voiceChannelId,
  adapterCreator: guild.voiceAdapterCreator,
  ca: endpoints.ca,
});

const player = new AudioPlayer();
player.on("started", () => console.log(`playing, ${player.queued.length} to come`));
player.on("playbackEnded", (_playback, outcome) => console.log(outcome));
player.on("warning", console.warn);
connection.subscribe(player);
for (const path of process.argv.slice(2)) player.queue({ type: "wav", file: await readFile(path) });

player.setVolume(60, { fadeMs: 500 });
while (player.positionMs < 400) await setTimeout(20);
player.pause(); // the place is kept to the sample
await setTimeout(300);
player.resume();

while (player.queued.length > 0) await player.current.ended;
while (player.status !== "playing") await setTimeout(20);
player.skip();
player.close();
connection.destroy();
await bot.destroy();
await stop();
