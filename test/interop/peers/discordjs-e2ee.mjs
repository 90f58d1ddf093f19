// A bot of discord.js and @discordjs/voice with end-to-end encryption as it is by default: it plays a tone, listens to
// several users, and says its privacy code.
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
  selfDeaf: false,
  debug: true,
  ...(wish.hasE2ee ? {} : { daveEncryption: false }),
});
connection.on("error", (error) => tell("error", { message: String(error) }));
connection.on("debug", (message) => tell("debug", { message }));
connection.on("stateChange", (before, now) => {
  tell("state", { before: before.status, now: now.status });
  now.networking?.on("close", (code) => tell("debug", { message: `closed with ${String(code)}` }));
});
await entersState(connection, VoiceConnectionStatus.Ready, wish.patienceMs);

/** While its socket is lost the library hands out what it receives as it is: encrypted, and no Opus. */
function isTone(decoder, packet, hearHz) {
  try {
    const pcm = decoder.decode(packet);
    return toneShare(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2), hearHz) > 0.5;
  } catch {
    return false;
  }
}

/** Sound heard of each user, 20 ms each. */
const heard = {};
function listen(userId, hearHz) {
  const decoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
  heard[userId] = { packets: 0, tone: 0 };
  connection.receiver
    .subscribe(userId, { end: { behavior: EndBehaviorType.Manual } })
    .on("data", (packet) => {
      heard[userId].packets += 1;
      if (isTone(decoder, packet, hearHz)) heard[userId].tone += 1;
    })
    .on("error", (error) => tell("error", { message: String(error) }));
}
for (const [userId, hearHz] of Object.entries(wish.hear)) listen(userId, hearHz);
setInterval(() => tell("call", { code: connection.voicePrivacyCode ?? null, heard }), 50);

const encoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
function* packets() {
  for (let at = 0; ; at += 1) yield encoder.encode(Buffer.from(toneBlock(wish.playHz, at).buffer), 960);
}
const player = createAudioPlayer({ behaviors: { noSubscriber: NoSubscriberBehavior.Play } });
player.on("error", (error) => tell("error", { message: String(error) }));
connection.subscribe(player);
player.play(
  createAudioResource(Readable.from(packets(), { highWaterMark: 5 }), { inputType: StreamType.Opus }),
);

obey({
  away: () => connection.disconnect(),
  back: () => {
    connection.rejoin({ channelId: wish.channelId, selfDeaf: false, selfMute: false });
    // A disconnect takes the player off.
    connection.subscribe(player);
  },
  leave: () => {
    connection.destroy();
    void client.destroy().then(() => tell("left"));
  },
});
tell("ready", { userId: client.user.id });
