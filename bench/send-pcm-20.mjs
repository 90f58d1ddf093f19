// Cost of a frame that has to be encoded: stereo, complexity 10, 64 kbit/s, 20 streams.
import { Readable } from "node:stream";
import { codecFloor } from "./support/codec-floor.mjs";
import { settled } from "./support/send-opus.mjs";
import { soundBlocks } from "./support/sound.mjs";

const STREAMS = 20;
const SECONDS = 4;
const OPUS_SET_COMPLEXITY = 4010;

export const about = {
  title: "PCM stereo, complexity 10, 20 streams, per frame",
  unit: "µs CPU",
  peerRatio: 0.6,
  expectedPerSecond: STREAMS * 50,
};

function* endless(blocks) {
  for (let at = 0; ; at += 1) yield blocks[at % blocks.length];
}

/** The encoder alone. */
export const floor = () =>
  codecFloor("encode", Buffer.concat(soundBlocks(100).map((block) => Buffer.from(block.buffer))), SECONDS);

export async function ours({ joinOurs, cpuPerItem }) {
  const blocks = soundBlocks(100);
  const connections = await Promise.all(Array.from({ length: STREAMS }, (_, at) => joinOurs(at)));
  for (const connection of connections) {
    connection.setEncoder({ bitrate: 64_000, complexity: 10, application: "audio", frameMs: 20 });
    connection.play({ type: "pcm", samples: endless(blocks), sampleRate: 48_000, channels: 2 });
  }
  await settled();
  return cpuPerItem(() => connections.reduce((sum, each) => sum + each.getStats().packetsSent, 0), SECONDS);
}

export async function peer({ stranger, joinPeer, cpuPerItem }) {
  const { createAudioPlayer, createAudioResource, StreamType } = stranger("@discordjs/voice");
  const blocks = soundBlocks(100).map((block) => Buffer.from(block.buffer));
  const connections = await Promise.all(Array.from({ length: STREAMS }, (_, at) => joinPeer(at)));
  const resources = connections.map((connection) => {
    const player = createAudioPlayer();
    const stream = Readable.from(endless(blocks), { objectMode: false });
    const resource = createAudioResource(stream, { inputType: StreamType.Raw });
    resource.encoder.setBitrate(64_000);
    resource.encoder.applyEncoderCTL?.(OPUS_SET_COMPLEXITY, 10);
    connection.subscribe(player);
    player.play(resource);
    return resource;
  });
  await settled();
  return cpuPerItem(() => resources.reduce((sum, each) => sum + each.playbackDuration / 20, 0), SECONDS);
}
