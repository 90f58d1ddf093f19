// A bot of discord.js and @discordjs/voice, as their guides write it: it plays a tone and listens to one user.
import { Readable } from "node:stream";
import { login, obey, stranger, tell, wish } from "./peer.mjs";
import { toneBlock, toneShare } from "./tone.mjs";

const {
  createAudioPlayer,
  createAudioResource,
  EndBehaviorType,
  entersState,
  joinVoiceChannel,
  NoSubscriberBehavior,
  StreamType,
  VoiceConnectionStatus,
} = stranger("@discordjs/voice");
const OpusScript = stranger("opusscript");

const { client, guild } = await login();
const connection = joinVoiceChannel({
  guildId: guild.id,
  channelId: wish.channelId,
  adapterCreator: guild.voiceAdapterCreator,
  daveEncryption: false,
  selfDeaf: false,
  debug: true,
});
connection.on("error", (error) => tell("error", { message: String(error) }));
connection.on("debug", (message) => tell("debug", { message }));
connection.on("stateChange", (before, now) => tell("state", { before: before.status, now: now.status }));
await entersState(connection, VoiceConnectionStatus.Ready, 10_000);

const decoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
const heard = { packets: 0, tone: 0 };
connection.receiver
  .subscribe(wish.listenTo, { end: { behavior: EndBehaviorType.Manual } })
  .on("data", (packet) => {
    const pcm = decoder.decode(packet);
    heard.packets += 1;
    if (toneShare(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2), wish.hearHz) > 0.5)
      heard.tone += 1;
  })
  .on("error", (error) => tell("error", { message: String(error) }));
setInterval(() => tell("heard", heard), 50);

const encoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
function* packets() {
  for (let at = 0; ; at += 1) yield encoder.encode(Buffer.from(toneBlock(wish.playHz, at).buffer), 960);
}
const player = createAudioPlayer({ behaviors: { noSubscriber: NoSubscriberBehavior.Play } });
player.on("error", (error) => tell("error", { message: String(error) }));
connection.subscribe(player);

obey({
  play: () =>
    player.play(
      createAudioResource(Readable.from(packets(), { highWaterMark: 5 }), { inputType: StreamType.Opus }),
    ),
  stop: () => player.stop(),
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", {
  userId: client.user.id,
  mode: connection.state.networking.state.connectionData.encryptionMode,
});
