// A bot of discord.js that talks in a voice channel, by an adapter: node main.mjs echo | pipeline | realtime
// TOKEN is the bot's, GUILD and CHANNEL say where; API and NODE_EXTRA_CA_CERTS lead to a local platform, and the real service needs neither.
// RECOGNIZER, SYNTHESIZER and REALTIME are addresses of services that speak as the stand-ins do, which take their place without them.
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel } from "sdkpp/voice";
import { converse, VoiceAgent } from "sdkpp/voice/agent";
import { echo } from "./echo.mjs";
import { pipeline } from "./pipeline.mjs";
import { realtime } from "./realtime.mjs";
import { startRealtimeService } from "./stand-ins/realtime-service.mjs";
import { startRecognizer } from "./stand-ins/recognizer.mjs";
import { startSynthesizer } from "./stand-ins/synthesizer.mjs";

const { TOKEN, API, GUILD, CHANNEL, RECOGNIZER, SYNTHESIZER, REALTIME } = process.env;
const [, , name = "echo"] = process.argv;
const addressOf = async (given, start) => given ?? (await start()).address;
const ADAPTERS = {
  echo: () => echo,
  pipeline: async () =>
    pipeline({
      recognizer: await addressOf(RECOGNIZER, startRecognizer),
      synthesizer: await addressOf(SYNTHESIZER, startSynthesizer),
    }),
  realtime: async () => realtime(await addressOf(REALTIME, startRealtimeService)),
};

const bot = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
  ...(API && { rest: { api: API } }),
});
bot.once(Events.ClientReady, async () => {
  const guild = await bot.guilds.fetch(GUILD);
  const connection = joinVoiceChannel({
    guildId: guild.id,
    channelId: CHANNEL,
    adapterCreator: guild.voiceAdapterCreator,
    selfDeaf: false,
  });
  connection.on("warning", console.warn);
  await connection.ready();
  const conversation = converse(VoiceAgent.of(connection), await ADAPTERS[name]());
  console.log(`talks as ${name}`);
  const { reason, error } = await conversation.ended;
  console.log(`the conversation ended: ${reason}`, error ?? "");
});
await bot.login(TOKEN);
