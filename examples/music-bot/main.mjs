// A music bot of discord.js. Write !play song.mp3 or !play https://…, !skip, !pause, !resume, !seek 90, !volume 40, !say news.wav, !stop.
// TOKEN is the bot's; API and NODE_EXTRA_CA_CERTS lead to a local platform, and the real service needs neither; MUSIC is a folder.
import path from "node:path";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { AudioPlayer, joinVoiceChannel } from "sdkpp/voice";

const { TOKEN, API, MUSIC = "." } = process.env;
const { Guilds, GuildVoiceStates, GuildMessages, MessageContent } = GatewayIntentBits;
const bot = new Client({
  intents: [Guilds, GuildVoiceStates, GuildMessages, MessageContent],
  ...(API && { rest: { api: API } }),
});
const players = new Map(); // by server

function playerFor({ guild, id: channelId }) {
  const known = players.get(guild.id);
  if (known) return known;
  const connection = joinVoiceChannel({
    guildId: guild.id,
    channelId,
    adapterCreator: guild.voiceAdapterCreator,
  });
  const player = new AudioPlayer({ crossFadeMs: 2000 });
  connection.subscribe(player);
  connection.on("warning", console.warn);
  player.on("warning", console.warn);
  player.on("started", () => console.log(`playing, ${player.queued.length} to come`));
  player.on("titleChanged", (_radio, title) => console.log(`now: ${title}`));
  player.on("playbackEnded", (_playback, outcome) => console.log(outcome));
  connection.on("stateChange", (status) => {
    if (status !== "disconnected") return;
    player.close();
    connection.destroy();
    players.delete(guild.id);
  });
  players.set(guild.id, player);
  return player;
}

/** An address, or a file of the folder: never a path, because everybody may write one. */
const sourceOf = (text) =>
  /^https?:/.test(text)
    ? { url: text, allowPrivate: API !== undefined }
    : path.join(MUSIC, path.basename(text));

const commands = {
  play: (player, text) => player.queue(sourceOf(text)),
  skip: (player) => player.skip(),
  pause: (player) => player.pause(),
  resume: (player) => player.resume(),
  seek: (player, seconds) => player.seek(Number(seconds) * 1000),
  volume: (player, percent) => player.setVolume(Number(percent), { fadeMs: 500 }),
  say: (player, text) => player.mix(sourceOf(text), { duck: { by: -12 } }),
  stop: (player) => player.stop(),
};

bot.on(Events.MessageCreate, (message) => {
  const [, name = "", text] = /^!(\w+) *(.*)$/.exec(message.content) ?? [];
  const channel = message.member?.voice.channel;
  if (!channel || !Object.hasOwn(commands, name)) return;
  try {
    commands[name](playerFor(channel), text);
  } catch (error) {
    void message.reply(error.message); // says what was wrong, such as a volume of 300
  }
});
await bot.login(TOKEN);
