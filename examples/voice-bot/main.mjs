// A bot of discord.js joins a voice channel, plays files one after the other and leaves.
import { once } from "node:events";
import { startPlatform } from "@sdkpp/platform";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { AudioPlayer, joinVoiceChannel } from "sdkpp/voice"; // instead of your library's voice package

const { endpoints, seeded, stop } = await startPlatform(); // for the real service leave this, `rest` and `ca` out
const bot = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates], // joining needs both
  rest: { api: endpoints.apiBase },
});
await Promise.all([once(bot, Events.ClientReady), bot.login(seeded.botToken)]);

const guild = await bot.guilds.fetch(seeded.guildId);
const connection = joinVoiceChannel({
  guildId: guild.id,
  channelId: seeded.voiceChannelId,
  adapterCreator: guild.voiceAdapterCreator,
  ca: endpoints.ca,
  selfDeaf: false,
});
connection.on("warning", console.warn);
connection.on("participant", (userId, hasJoined) => {
  if (hasJoined) listen(userId).catch(console.error);
});

async function listen(userId) {
  for await (const block of connection.receiver.subscribe(userId, { format: "pcm" }))
    console.log(`${userId} said ${block.data.length / 2} samples`);
}

await connection.ready(); // rejects with the reason when the channel cannot be joined

const player = new AudioPlayer();
connection.subscribe(player);
for (const file of process.argv.slice(2)) player.queue(file); // or { url }, a stream, bytes
player.setVolume(80, { fadeMs: 500 });
player.pause(); // keeps the place, to the sample
player.resume();
while (player.current) console.log(`played: ${await player.current.ended}`);
connection.destroy();
await bot.destroy();
await stop();
