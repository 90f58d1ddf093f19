// A bot of discord.js that records meetings: !record begins, !stop ends. Everybody is told, also who comes later.
// TOKEN is the bot's; API and NODE_EXTRA_CA_CERTS lead to a local platform, and the real service needs neither; FOLDER is for the files.
import path from "node:path";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel } from "sdkpp/voice";

const { TOKEN, API, FOLDER = "recordings" } = process.env;
const { Guilds, GuildVoiceStates, GuildMessages, MessageContent } = GatewayIntentBits;
const bot = new Client({
  intents: [Guilds, GuildVoiceStates, GuildMessages, MessageContent],
  ...(API && { rest: { api: API } }),
});
const recordings = new Map(); // by server

async function record(voice, text) {
  const connection = joinVoiceChannel({
    guildId: voice.guildId,
    channelId: voice.id,
    adapterCreator: voice.guild.voiceAdapterCreator,
    selfDeaf: false,
  });
  connection.on("warning", console.warn);
  connection.on("recordingChanged", (recording) => {
    void text.send(
      recording ? `Recording ${voice.name}. Leave if you do not agree.` : "The recording has ended.",
    );
  });
  await connection.ready();
  connection.on("participant", (userId, hasJoined) => {
    if (hasJoined) void text.send(`<@${userId}>, this meeting is being recorded.`);
  });
  const folder = path.join(FOLDER, `${voice.guildId}-${Date.now()}`);
  const recording = connection.record({ folder, format: "ogg", mix: true });
  recordings.set(voice.guildId, recording);
  const { tracks, lengthMs } = await recording.ended.finally(() => {
    recordings.delete(voice.guildId);
    connection.destroy();
  });
  console.log(`${tracks.length} speakers, ${(lengthMs / 1000).toFixed(0)} s, in ${folder}`);
}

bot.on(Events.MessageCreate, async (message) => {
  const voice = message.member?.voice.channel;
  const recording = recordings.get(message.guildId);
  try {
    if (message.content === "!record" && voice && !recording) await record(voice, message.channel);
    if (message.content === "!stop") await recording?.stop();
  } catch (error) {
    await message.reply(error.message); // a full disk, a channel that the bot may not enter
  }
});
await bot.login(TOKEN);
