// A soundboard of discord.js: /sound has the files of a folder as choices, and plays them over each other in the caller's channel.
// TOKEN is the bot's; API and NODE_EXTRA_CA_CERTS lead to a local platform, and the real service needs neither; SOUNDS is a folder.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Client, Events, GatewayIntentBits, SlashCommandBuilder } from "discord.js";
import { AudioPlayer, joinVoiceChannel } from "sdkpp/voice";

const { TOKEN, API, SOUNDS = "." } = process.env;
const sounds = new Map(
  readdirSync(SOUNDS).map((file) => [path.parse(file).name, readFileSync(path.join(SOUNDS, file))]),
);
const bot = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
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
  const player = new AudioPlayer();
  connection.subscribe(player);
  connection.on(
    "stateChange",
    (status) => status === "disconnected" && players.delete(guild.id) && player.close(),
  );
  players.set(guild.id, player);
  return player;
}

const choices = [...sounds.keys()].slice(0, 25).map((name) => ({ name, value: name }));
const command = new SlashCommandBuilder()
  .setName("sound")
  .setDescription("Plays a sound")
  .addStringOption((option) =>
    option.setName("name").setDescription("Which one").setRequired(true).addChoices(choices),
  );

bot.once(Events.ClientReady, async () => {
  await bot.application.commands.set([command]);
  console.log(`ready with ${sounds.size} sounds`);
});

bot.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  const { channel } = interaction.member.voice;
  const sound = sounds.get(interaction.options.getString("name"));
  const say = (content) => interaction.reply({ content, flags: "Ephemeral" });
  if (!channel || !sound) return say("Join a voice channel first");
  try {
    playerFor(channel).mix(sound);
    await say("♪");
  } catch (error) {
    await say(error.message); // eight sounds play already
  }
});
await bot.login(TOKEN);
