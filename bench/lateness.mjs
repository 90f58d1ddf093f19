// How late do packets leave when JavaScript is blocked for 30 of every 100 ms? Measured where they arrive.
import { Readable } from "node:stream";
import { sendFloor, settled } from "./support/send-opus.mjs";
import { opusPackets } from "./support/sound.mjs";

const SECONDS = 5;

export const about = {
  title: "lateness p95 of sent packets, main thread blocked 30 of 100 ms",
  unit: "ms",
  floorRatio: 1.5,
  also: [{ of: "ownP95Ms", title: "own counter", peerRatio: 1 / 100 }],
  isPacing: true,
};

function* endless(packets) {
  for (let at = 0; ; at += 1) yield packets[at % packets.length];
}

/** Runs beside each sender, for a process that spins also takes a processor from the sink. */
function blockNowAndThen() {
  setInterval(() => {
    const end = performance.now() + 30;
    while (performance.now() < end);
  }, 100);
}

/** Lateness against the earliest grid of 20 ms that fits all arrivals, in milliseconds. */
function latenesses(arrivals) {
  const [[firstSequence, firstTime]] = arrivals;
  const offsets = arrivals.map(
    ([sequence, time]) => (time - firstTime) / 1000 - ((sequence - firstSequence) & 0xffff) * 20,
  );
  const earliest = Math.min(...offsets);
  return offsets.map((offset) => offset - earliest).sort((a, b) => a - b);
}

async function watch(ask) {
  await ask("watch");
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const late = latenesses(await ask("watched"));
  const quantile = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))];
  return { figure: quantile(0.95), p50: quantile(0.5), p99: quantile(0.99), items: late.length };
}

export async function ours({ ask, stranger, joinOurs }) {
  const packets = opusPackets(stranger("opusscript"), 100);
  const connection = await joinOurs(0);
  connection.play({ type: "opus", packets: endless(packets) });
  blockNowAndThen();
  await settled();
  const done = await watch(ask);
  return { ...done, ownP95Ms: connection.getStats().pacing.p95Ms };
}

export async function floor({ ask }) {
  const sending = sendFloor(ask, 1, SECONDS + 2);
  blockNowAndThen();
  await settled();
  const done = await watch(ask);
  await sending;
  return done;
}

export async function peer({ ask, stranger, joinPeer }) {
  const { createAudioPlayer, createAudioResource, StreamType } = stranger("@discordjs/voice");
  const packets = opusPackets(stranger("opusscript"), 100);
  const connection = await joinPeer(0);
  const player = createAudioPlayer();
  connection.subscribe(player);
  player.play(createAudioResource(Readable.from(endless(packets)), { inputType: StreamType.Opus }));
  blockNowAndThen();
  await settled();
  return watch(ask);
}
