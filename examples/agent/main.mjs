// A voice assistant of discord.js: who writes !talk in a voice channel gets an answer to each turn, may speak over it, and "mhm" does not
// end it. TOKEN is the bot's; API and NODE_EXTRA_CA_CERTS lead to a local platform, and the real service needs neither.
import { Client, Events, GatewayIntentBits } from "discord.js";
import { joinVoiceChannel } from "sdkpp/voice";
import { VoiceAgent } from "sdkpp/voice/agent";

const { TOKEN, API } = process.env;
const { Guilds, GuildVoiceStates, GuildMessages, MessageContent } = GatewayIntentBits;
const bot = new Client({
  intents: [Guilds, GuildVoiceStates, GuildMessages, MessageContent],
  ...(API && { rest: { api: API } }),
});

/** In the place of your recognizer, model and synthesizer: one chunk of sound for each word, as soon as it is there. */
async function* answerTo(speechMs) {
  for (const [at, text] of `you spoke for ${Math.round(speechMs)} ms and this is my long answer`
    .split(" ")
    .entries()) {
    const hertz = 300 + 25 * at;
    const pcm = Float32Array.from(
      { length: 7200 },
      (_, n) => 0.3 * Math.sin((2 * Math.PI * hertz * n) / 24_000),
    );
    yield { pcm, text: `${text} ` };
  }
}

async function talk(voice) {
  const connection = joinVoiceChannel({
    guildId: voice.guildId,
    channelId: voice.id,
    adapterCreator: voice.guild.voiceAdapterCreator,
    selfDeaf: false,
  });
  connection.on("warning", console.warn);
  await connection.ready();
  const agent = VoiceAgent.of(connection);
  let generation = 0;
  agent.turns("everyone", { minSilenceMs: 250 });
  agent.bargeIn({ minSpeechMs: 200, resumeAfterMs: 700 }); // it goes on when nobody says more than "mhm"
  agent.on("resumed", () => console.log("goes on"));
  agent.on("endOfTurn", ({ speechMs }) => {
    if (speechMs < 900) return; // no question
    const chunks = answerTo(speechMs);
    const words = agent.say({ chunks, sampleRate: 24_000 }, { generation: ++generation });
    // what the model should remember to have said
    void words.ended.then(({ reason, heardUpTo }) => console.log(`${reason}: ${heardUpTo.text}`));
  });
  console.log("listens");
}

bot.on(Events.MessageCreate, ({ content, member }) => {
  if (content === "!talk" && member?.voice.channel) talk(member.voice.channel).catch(console.error);
});
await bot.login(TOKEN);
