// Somebody speaks over an agent: how soon does its last packet with sound leave, and when is it silent at the listener?
import { VoiceAgent } from "sdkpp/voice/agent";
import { percentile } from "./conversation/judge.mjs";
import { join, now, openCall, pause, spoken, TICKS_PER_MS, tone } from "./support/conversation-call.mjs";
import { short } from "./support/results.mjs";

const ROUNDS = 40;
const MOST_MS = 20;
/** A packet of silence has three bytes. */
const SILENCE_BYTES = 3;
/** 50 dB below the tone: a decoder that fades is silent from there on. */
const LOUD = 60;
const STEREO_VALUES_PER_MS = 2 * TICKS_PER_MS;
/** By then the agent is heard, and behind a stop everything has come. */
const SETTLED_MS = 700;

export const about = {
  title: "interruption decided → last packet with sound, at the listener's socket, p99",
  unit: "ms",
  absolute: MOST_MS,
  also: [
    {
      of: "silentMs",
      title: "the same at the listener's ear, beyond its playout delay, p99 (ms)",
      most: MOST_MS,
    },
  ],
  runs: 1,
  needsNoSink: true,
  isPacing: true,
};

/** Packets and blocks that a listener gets of the agent, with the times of this process. */
class Listener {
  packets = [];
  blocks = [];
  /** when its clock began, ms */
  #origin;

  constructor(session, agentId) {
    const ears = VoiceAgent.of(session);
    ears.turns(agentId);
    // what the media thread decides has the times of both clocks
    ears.on(
      "speechStart",
      ({ decidedAt, lateMs }) => (this.#origin ??= now() - lateMs - decidedAt / TICKS_PER_MS),
    );
    void this.#read(session.receiver.subscribe(agentId, { format: "opus" }), (packet) =>
      this.#packet(packet),
    );
    void this.#read(session.receiver.subscribe(agentId, { format: "pcm" }), (block) => this.#block(block));
  }

  async #read(stream, take) {
    for await (const each of stream) take(each);
  }

  #packet({ data, arrival, timestamp }) {
    this.packets.push({ isSound: data.length > SILENCE_BYTES, arrival, timestamp });
  }

  #block({ data, timestamp }) {
    const lastLoud = data.findLastIndex((value) => Math.abs(value) > LOUD);
    this.blocks.push({ played: now(), loudMs: (lastLoud + 1) / STEREO_VALUES_PER_MS, timestamp });
  }

  forget() {
    this.packets = [];
    this.blocks = [];
  }

  #msOf(ticks) {
    return this.#origin + ticks / TICKS_PER_MS;
  }

  /** From a moment to the last packet with sound, and to silence beyond the playout delay, ms. */
  since(decided) {
    const last = this.packets.findLast(({ isSound }) => isSound);
    const heard = this.blocks.findLast(({ loudMs }) => loudMs > 0);
    return {
      lastMs: this.#msOf(last.arrival) - decided,
      silentMs: heard.played + heard.loudMs - decided - this.#playoutDelay(),
    };
  }

  /** From the arrival of a packet to the moment in which its block is played, ms: the median. */
  #playoutDelay() {
    const arrivals = new Map(this.packets.map(({ timestamp, arrival }) => [timestamp, arrival]));
    const delays = this.blocks
      .filter(({ timestamp }) => arrivals.has(timestamp))
      .map(({ timestamp, played }) => played - this.#msOf(arrivals.get(timestamp)));
    return percentile(delays, 0.5);
  }
}

export async function ours() {
  const { server, credentials } = await openCall(3);
  const [own, other, hearer] = await Promise.all(credentials.map(join));
  const agent = VoiceAgent.of(own);
  agent.bargeIn({ minSpeechMs: 300 });
  const listener = new Listener(hearer, server.grants[0].userId);
  await agent.say(spoken("flite-rms", "Good evening, what can I do for you today?").source).ended;
  const words = tone(10_000, 300);
  const interruption = spoken("flite-slt", "Wait a moment, I would like to ask you something else.");
  const measured = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = new Promise((resolve) => {
      const subscription = agent.on("bargeIn", ({ lateMs }) => {
        subscription.dispose();
        resolve(now() - lateMs);
      });
    });
    listener.forget();
    agent.say(words);
    await pause(SETTLED_MS + (round % 20));
    const said = other.play(interruption.source);
    const decided = await told;
    await pause(SETTLED_MS);
    measured.push(listener.since(decided));
    await said.ended;
    await pause(SETTLED_MS);
  }
  for (const session of [own, other, hearer]) session.destroy();
  await server.stop();
  const [last, silent] = ["lastMs", "silentMs"].map((name) => measured.map((each) => each[name]));
  return {
    figure: percentile(last, 0.99),
    silentMs: percentile(silent, 0.99),
    notes: [
      `${ROUNDS} interruptions on the platform; median ${short(percentile(last, 0.5))} ms, silence ${short(percentile(silent, 0.5))} ms`,
    ],
  };
}
