// The adapters of the examples, with their stand-ins: one bot speaks their language, and another one answers in it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  converse,
  VoiceAgent,
  type Conversation,
  type ConversationEnd,
  type DuplexAdapter,
  type DuplexAnswer,
  type DuplexInput,
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
const EXAMPLES = new URL("../../../examples/agent-adapters/", import.meta.url);

let scene: BotScene;
let agent: VoiceAgent;
let speaker: GuildVoiceConnection;
let speakerId: bigint;
let heard: Heard;
let stops: (() => void)[];
beforeEach(async () => {
  scene = await BotScene.start();
  const [own, other] = [await scene.enter(0), await scene.enter(1)];
  agent = VoiceAgent.of(own.voice);
  speaker = other.voice;
  speakerId = BigInt(other.bot.userId);
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
  const conversation = converse(agent, adapter, { turns: { minSilenceMs: 500, maxSilenceMs: 900 } });
  stops.push(() => conversation.close());
  return conversation;
}

test("the echo says what it heard", async () => {
  begin(echo);
  say("low", "high", "middle");
  await hears("low", "high", "middle");
});

test("a recognizer and a synthesizer answer a text with a text", async () => {
  const recognizer = await standIn(startRecognizer());
  const synthesizer = await standIn(startSynthesizer());
  const answer = (text: string): string => text.split(" ").reverse().join(" ");
  begin(pipeline({ recognizer, synthesizer, answer }));
  say("low", "middle", "high");
  await hears("high", "middle", "low");
});

test("a realtime service answers, and remembers how much was heard when it is interrupted", async () => {
  const remembered: { heardMs: number; text: string }[] = [];
  const service = startRealtimeService((what) => remembered.push(what));
  begin(realtime(await standIn(service)));
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

test("a realtime service that closes its socket ends the conversation", async () => {
  const conversation = begin(realtime(await standIn(startRealtimeService())));
  say("low");
  await hears("low", "low", "low");
  stops.shift()?.();
  const { reason, error } = await conversation.ended;
  expect([reason, (error as Error).message]).toEqual(["failed", "the service closed the socket"]);
});

test("a conversation that is closed while its service is reached leaves no error behind", async () => {
  const address = await standIn(startRealtimeService());
  const conversation = begin(realtime(address));
  conversation.close();
  expect(await conversation.ended).toEqual({ reason: "closed" });
  // an error that nobody takes ends a process, so this one has its own
  const program = `
    import { realtime } from ${JSON.stringify(new URL("realtime.mjs", EXAMPLES).href)};
    const over = new AbortController();
    const first = realtime(${JSON.stringify(address)})((async function* () {})(), over.signal).next();
    over.abort();
    await first.catch(({ name }) => console.log(name));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("AbortError\n");
});

/** Two speakers at once: the first says "low middle", the second says "high". */
async function* twoSpeakers(): AsyncGenerator<DuplexInput> {
  const said = [
    [1n, "low"],
    [2n, "high"],
    [1n, "middle"],
  ] as const;
  for (const [userId, word] of said)
    yield { type: "frame", frame: { userId, samples: soundOf(word, 16_000) } } as DuplexInput;
  for (const userId of [1n, 2n]) yield { type: "endOfTurn", end: { userId } } as DuplexInput;
}

test("the echo of one speaker has no words of another one", async () => {
  const echoes: (readonly (string | undefined)[])[] = [];
  for await (const { chunks } of echo(twoSpeakers()) as AsyncIterable<DuplexAnswer>)
    echoes.push([...(chunks as Iterable<{ pcm: Int16Array }>)].flatMap(({ pcm }) => wordsOf(pcm, 16_000)));
  expect(echoes).toEqual([["low", "middle"], ["high"]]);
});

async function textOf(chunks: AsyncIterable<{ text: string }>): Promise<string> {
  let all = "";
  for await (const { text } of chunks) all += text;
  return all;
}

test("a realtime service answers each speaker to their own words", async () => {
  const over = new AbortController();
  stops.push(() => over.abort());
  const adapter: DuplexAdapter = realtime(await standIn(startRealtimeService()));
  const answers: Promise<string>[] = [];
  for await (const { chunks } of adapter(twoSpeakers(), over.signal)) {
    answers.push(textOf(chunks as AsyncIterable<{ text: string }>));
    // an answer is over only when the adapter goes on
    if (answers.length === 2) void Promise.all(answers).then(() => over.abort());
  }
  expect(await Promise.all(answers)).toEqual(["low middle low middle low middle ", "high high high "]);
});

test("a service that is gone ends the conversation with its error, and the agent goes on", async () => {
  const address = await standIn(startRecognizer());
  stops.pop()?.();
  const conversation = begin(pipeline({ recognizer: address, synthesizer: address }));
  say("low", "high");
  const end: ConversationEnd = await conversation.ended;
  expect([end.reason, (end.error as Error).message]).toEqual(["failed", "fetch failed"]);
  begin(echo);
  say("high", "low");
  await hears("high", "low");
});

test("closing it ends the adapter, what is being said, and everything that was begun", async () => {
  let signal: AbortSignal | undefined;
  let isDone = false;
  const conversation = begin(async function* (input, given) {
    signal = given;
    yield { chunks: [{ pcm: new Int16Array(RATE), text: "silence" }], sampleRate: RATE };
    for await (const event of input) void event;
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

test("an option that is wrong leaves the turns that are watched already", async () => {
  agent.turns("everyone", { minSilenceMs: 200, maxSilenceMs: 400 });
  const isOver = new Promise((resolve) => agent.on("endOfTurn", resolve));
  const wrong = { turns: { threshold: 2 }, rate: 8000 as never, bargeIn: { minSpeechMs: -1 } };
  expect(() => converse(agent, echo, { turns: wrong.turns })).toThrow("options.turns.threshold");
  expect(() => converse(agent, echo, { rate: wrong.rate })).toThrow("options.rate");
  expect(() => converse(agent, echo, { bargeIn: wrong.bargeIn })).toThrow("options.bargeIn.minSpeechMs");
  say("low", "high");
  await isOver;
  expect(() => converse(agent, echo, { bargeIn: 5 as never })).toThrow("options.bargeIn");
});

test("one that lacks room leaves the turns that are watched already, and who may interrupt", async () => {
  for (let user = 1; user <= 25; user += 1) agent.listen(BigInt(user), { rate: 24_000 });
  agent.turns(speakerId, { minSilenceMs: 200, maxSilenceMs: 400 });
  agent.bargeIn({ by: speakerId, action: "report", minSpeechMs: 100 });
  const isOver = new Promise((resolve) => agent.on("endOfTurn", resolve));
  const isOverspoken = new Promise((resolve) => agent.on("bargeIn", resolve));
  const lacksRoom = expect.objectContaining({ code: "TOO_MANY_LISTENED" });
  expect(() => converse(agent, echo, { with: speakerId, rate: 24_000 })).toThrow(lacksRoom);
  for (let user = 1; user <= 24; user += 1) agent.listen(BigInt(user));
  const others = { by: [1001n, 1002n] };
  expect(() => converse(agent, echo, { with: speakerId, bargeIn: others })).toThrow(lacksRoom);
  agent.say({ type: "wav", file: wavFile(new Int16Array(10 * RATE)) });
  say("low", "high");
  await Promise.all([isOver, isOverspoken]);
});

test("an answer that comes behind its end is ended, and not said", async () => {
  let endings = 0;
  const chunks = {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.reject(new Error("nobody asks")),
      return: () => {
        endings += 1;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  const conversation = begin(async function* (input) {
    for await (const event of input) void event;
    yield { chunks, sampleRate: RATE };
  });
  conversation.close();
  await waitFor("the end of its chunks", () => endings === 1);
  expect(agent.utterances).toEqual([]);
});

test("an agent has one conversation at a time, and closing an older one leaves the answers of a later one", async () => {
  const older = begin(echo);
  expect(() => begin(echo)).toThrow(
    expect.objectContaining({
      code: "CONVERSATION_RUNNING",
      message: expect.stringContaining("close") as string,
    }),
  );
  older.close();
  const later = begin(async function* () {
    yield { chunks: [{ pcm: new Int16Array(RATE) }], sampleRate: RATE };
  });
  await waitFor("the answer", () => agent.utterances.length === 1);
  const [answer] = agent.utterances;
  older.close();
  expect((await answer!.ended).reason).toBe("finished");
  expect(await later.ended).toEqual({ reason: "finished" });
  begin(echo).close();
});

test("an adapter that never reads what it is told fails, and the agent goes on", async () => {
  const conversation = begin(async function* () {
    yield { chunks: [{ pcm: new Int16Array(RATE) }], sampleRate: RATE, generation: 2 };
    // each of them is over at once, which the adapter is told
    for (let at = 0; at < 5000; at += 1) yield { chunks: [], sampleRate: RATE, generation: 1 };
  });
  const { reason, error } = await conversation.ended;
  expect([reason, (error as { code: string }).code]).toEqual(["failed", "ADAPTER_HUNG"]);
  begin(echo).close();
});
