// The adapters of the examples, with their stand-ins: one bot speaks their language, and another one answers in it.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  converse,
  VoiceAgent,
  type Conversation,
  type ConversationEnd,
  type DuplexAdapter,
} from "sdkpp/voice/agent";
import { echo } from "../../../examples/agent-adapters/echo.mjs";
import { pipeline } from "../../../examples/agent-adapters/pipeline.mjs";
import { realtime } from "../../../examples/agent-adapters/realtime.mjs";
import { startRealtimeService } from "../../../examples/agent-adapters/stand-ins/realtime-service.mjs";
import { startRecognizer } from "../../../examples/agent-adapters/stand-ins/recognizer.mjs";
import { startSynthesizer } from "../../../examples/agent-adapters/stand-ins/synthesizer.mjs";
import { soundOf, wordsOf } from "../../../examples/agent-adapters/stand-ins/words.mjs";
import type { GuildVoiceConnection } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, listen, wavFile, type Heard } from "./support-voice-bots.js";

const RATE = 48_000;

let scene: BotScene;
let agent: VoiceAgent;
let speaker: GuildVoiceConnection;
let heard: Heard;
let stops: (() => void)[];
beforeEach(async () => {
  scene = await BotScene.start();
  const [own, other] = [await scene.enter(0), await scene.enter(1)];
  agent = VoiceAgent.of(own.voice);
  speaker = other.voice;
  heard = listen(other.voice.receiver.subscribe(own.bot.userId, { format: "pcm" }));
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) stop();
  await scene.end();
});

async function standIn(starting: Promise<{ address: string; stop: () => void }>): Promise<string> {
  const { address, stop } = await starting;
  stops.push(stop);
  return address;
}

function say(...words: readonly string[]): void {
  const sounds = words.map((word) => soundOf(word, RATE));
  const samples = new Int16Array(sounds.reduce((length, sound) => length + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    samples.set(sound, at);
    at += sound.length;
  }
  speaker.play({ type: "wav", file: wavFile(samples) });
}

/** The words that the other bot has heard so far. */
function words(): readonly (string | undefined)[] {
  const left = heard.blocks.flatMap(({ data }) =>
    Array.from(data as Int16Array).filter((_, at) => at % 2 === 0),
  );
  return wordsOf(Int16Array.from(left), RATE);
}

const hears = (...expected: readonly string[]): Promise<void> =>
  waitFor(expected.join(" "), () => ` ${words().join(" ")} `.includes(` ${expected.join(" ")} `));

function begin(adapter: DuplexAdapter): Conversation {
  return converse(agent, adapter, { turns: { minSilenceMs: 500, maxSilenceMs: 900 } });
}

test("the echo says what it heard", async () => {
  using _conversation = begin(echo);
  say("low", "high", "middle");
  await hears("low", "high", "middle");
});

test("a recognizer and a synthesizer answer a text with a text", async () => {
  const recognizer = await standIn(startRecognizer());
  const synthesizer = await standIn(startSynthesizer());
  const answer = (text: string): string => text.split(" ").reverse().join(" ");
  using _conversation = begin(pipeline({ recognizer, synthesizer, answer }));
  say("low", "middle", "high");
  await hears("high", "middle", "low");
});

test("a realtime service answers, and remembers how much was heard when it is interrupted", async () => {
  const remembered: { heardMs: number; text: string }[] = [];
  const service = startRealtimeService((what) => remembered.push(what));
  using _conversation = begin(realtime(await standIn(service)));
  say("low", "high", "low", "high");
  await hears("low", "high", "low");
  say("middle", "middle", "middle", "middle");
  await waitFor("the service to remember", () => remembered.length > 0);
  const [{ heardMs, text }] = remembered as [{ heardMs: number; text: string }];
  expect(heardMs).toBeGreaterThan(700);
  expect(heardMs).toBeLessThan(12 * 360);
  expect("low high low high low high low high low high low high ").toContain(text);
  expect(text.length).toBeGreaterThan(0);
});

test("a service that is gone ends the conversation with its error, and the agent goes on", async () => {
  const address = await standIn(startRecognizer());
  stops.pop()?.();
  const conversation = begin(pipeline({ recognizer: address, synthesizer: address }));
  say("low", "high");
  const end: ConversationEnd = await conversation.ended;
  expect([end.reason, (end.error as Error).message]).toEqual(["failed", "fetch failed"]);
  using _again = begin(echo);
  say("high", "low");
  await hears("high", "low");
});

test("closing it ends the adapter, what is being said, and everything that was begun", async () => {
  let signal: AbortSignal | undefined;
  let isDone = false;
  const conversation = begin(async function* (input, given) {
    signal = given;
    yield { chunks: [{ pcm: new Int16Array(RATE), text: "silence" }], sampleRate: RATE };
    for await (const _ of input);
    isDone = true;
  });
  await waitFor("the answer", () => agent.utterances.length === 1);
  const [answer] = agent.utterances;
  conversation.close();
  expect(await conversation.ended).toEqual({ reason: "closed" });
  await waitFor("the end of the adapter", () => isDone);
  expect([signal?.aborted, (await answer!.ended).reason]).toEqual([true, "stopped"]);
});

test("an adapter that is no function is refused, and an option that is wrong begins nothing", () => {
  expect(() => converse(agent, "echo" as never)).toThrow("adapter: expected a function");
  expect(() => converse(agent, echo, { rate: 8000 as never })).toThrow("rate");
  expect(() => converse(agent, echo, { with: "nobody" })).toThrow("with");
});
