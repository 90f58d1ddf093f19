import { Readable } from "node:stream";
import { blockHalf } from "./block-half.mjs";
import { settled } from "./send-opus.mjs";
import { opusPackets } from "./sound.mjs";

const ROUNDS = 40;
/** Header, silence frame, tag and counter. */
const SILENCE_BYTES = 12 + 3 + 16 + 4;

function* endless(packets) {
  for (let at = 0; ; at += 1) yield packets[at % packets.length];
}

const seconds = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));
const now = () => Number(process.hrtime.bigint() / 1000n);

/**
 * How long after the call of pause() does the first packet of silence arrive? Calls fall anywhere between two ticks.
 * @returns the 95th percentile, milliseconds
 */
async function measure(ask, player) {
  await settled();
  const delays = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await seconds(0.2 + (round % 20) / 1000);
    await ask("watch");
    const called = now();
    player.pause();
    await seconds(0.25);
    const silence = (await ask("watched")).find(
      ([, time, bytes]) => bytes === SILENCE_BYTES && time >= called,
    );
    if (silence !== undefined) delays.push((silence[1] - called) / 1000);
    player.resume();
  }
  if (delays.length < ROUNDS) throw new Error(`silence was seen in ${delays.length} of ${ROUNDS} rounds`);
  delays.sort((a, b) => a - b);
  return { figure: delays[Math.floor(ROUNDS * 0.95)], p50: delays[ROUNDS / 2], items: ROUNDS };
}

/** @param isBlocked the main thread is blocked 100 of 200 ms */
export function pausing({ isBlocked }) {
  return {
    async ours({ ask, stranger, joinOurs }) {
      const { AudioPlayer } = await import("sdkpp/voice");
      const connection = await joinOurs(0);
      const player = new AudioPlayer();
      connection.subscribe(player);
      player.play({ type: "opus", packets: endless(opusPackets(stranger("opusscript"), 100)) });
      if (isBlocked) blockHalf();
      return measure(ask, player);
    },
    async peer({ ask, stranger, joinPeer }) {
      const { createAudioPlayer, createAudioResource, StreamType } = stranger("@discordjs/voice");
      const connection = await joinPeer(0);
      const player = createAudioPlayer();
      connection.subscribe(player);
      const packets = Readable.from(endless(opusPackets(stranger("opusscript"), 100)));
      player.play(createAudioResource(packets, { inputType: StreamType.Opus }));
      if (isBlocked) blockHalf();
      return measure(ask, { pause: () => player.pause(true), resume: () => player.unpause() });
    },
  };
}
