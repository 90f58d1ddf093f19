// The same bot after changing one import: discord.js on the main gateway, sdkpp/voice for the sound.
import { joinVoiceChannel } from "sdkpp/voice";
import { login, obey, tell, wish } from "./peer.mjs";
import { toneBlock, toneShare } from "./tone.mjs";

const { client, guild } = await login();
const connection = joinVoiceChannel({
  guildId: guild.id,
  channelId: wish.channelId,
  adapterCreator: guild.voiceAdapterCreator,
  ca: wish.ca,
  selfDeaf: false,
});
connection.on("stateChange", (now, before) => tell("state", { before, now }));
connection.on("warning", (message) => tell("error", { message }));
await connection.ready();

const heard = { packets: 0, tone: 0 };
async function listen() {
  for await (const block of connection.receiver.subscribe(wish.listenTo, { format: "pcm" })) {
    heard.packets += 1;
    if (toneShare(block.data, wish.hearHz) > 0.5) heard.tone += 1;
  }
}
void listen();
setInterval(() => tell("heard", heard), 50);

function* pieces() {
  for (let at = 0; ; at += 1) yield toneBlock(wish.playHz, at);
}
let playback;
obey({
  play: () =>
    (playback = connection.play({ type: "pcm", samples: pieces(), sampleRate: 48_000, channels: 2 })),
  stop: () => playback?.stop(),
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", { userId: client.user.id });
