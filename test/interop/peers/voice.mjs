// What the bots of @discordjs/voice share: a connection to the channel of the wish, ears and a tone.
import { Readable } from "node:stream";
import { login, stranger, tell, voicePackage, wish } from "./peer.mjs";
import { toneBlock, toneShare } from "./tone.mjs";

const voice = voicePackage();
const OpusScript = stranger("opusscript");

/** Logs in and joins, as the guides of the package write it. @returns when sound can flow */
export async function join(options, patienceMs) {
  const { client, guild } = await login();
  const connection = voice.joinVoiceChannel({
    guildId: guild.id,
    channelId: wish.channelId,
    adapterCreator: guild.voiceAdapterCreator,
    selfDeaf: false,
    debug: true,
    ...options,
  });
  connection.on("error", (error) => tell("error", { message: String(error) }));
  connection.on("debug", (message) => tell("debug", { message }));
  connection.on("stateChange", (before, now) => {
    tell("state", { before: before.status, now: now.status });
    now.networking?.on("close", (code) => tell("debug", { message: `closed with ${String(code)}` }));
  });
  await voice.entersState(connection, voice.VoiceConnectionStatus.Ready, patienceMs);
  return { client, connection };
}

/** While its socket is lost the library hands out what it receives as it is: encrypted, and no Opus. */
function isTone(decoder, packet, hearHz) {
  try {
    const pcm = decoder.decode(packet);
    return toneShare(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2), hearHz) > 0.5;
  } catch {
    return false;
  }
}

/** @returns the packets of a user, and those of them that have the tone; 20 ms each */
export function listen(connection, userId, hearHz) {
  const decoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
  const heard = { packets: 0, tone: 0 };
  connection.receiver
    .subscribe(userId, { end: { behavior: voice.EndBehaviorType.Manual } })
    .on("data", (packet) => {
      heard.packets += 1;
      if (isTone(decoder, packet, hearHz)) heard.tone += 1;
    })
    .on("error", (error) => tell("error", { message: String(error) }));
  return heard;
}

const encoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
function* packets() {
  for (let at = 0; ; at += 1) yield encoder.encode(Buffer.from(toneBlock(wish.playHz, at).buffer), 960);
}

/** A player that the connection is subscribed to. */
export function playerOf(connection) {
  const player = voice.createAudioPlayer({ behaviors: { noSubscriber: voice.NoSubscriberBehavior.Play } });
  player.on("error", (error) => tell("error", { message: String(error) }));
  connection.subscribe(player);
  return player;
}

export function playTone(player) {
  const stream = Readable.from(packets(), { highWaterMark: 5 });
  player.play(voice.createAudioResource(stream, { inputType: voice.StreamType.Opus }));
}
