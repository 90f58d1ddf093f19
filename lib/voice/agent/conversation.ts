import { functionArgument, objectArgument } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import { bargeInOptions, type BargeInOptions } from "./barge-in-options.js";
import type { DuplexAdapter, DuplexAnswer, DuplexInput } from "./duplex.js";
import { DuplexQueue } from "./duplex-queue.js";
import { listenOptionsArgument, type ListenOptions } from "./ear-options.js";
import { listenedArgument, type Listened } from "./listened.js";
import { endChunks } from "./speech-chunks.js";
import { turnPolicyArgument, type TurnPolicy } from "./turn-policy.js";
import type { VoiceAgent } from "./voice-agent.js";

/** How an agent and an adapter talk with people. */
export interface ConversationOptions {
  /** one user, or (default) everyone in the channel */
  with?: Listened;
  /** of the frames, Hz: 16,000 (default) or 24,000 */
  rate?: 16000 | 24000;
  /** length of a frame, milliseconds: 20 (default) or 10 */
  frameMs?: 10 | 20;
  /** how much of what came before somebody speaks comes with it, milliseconds, 0–1,000; default 300 */
  preRollMs?: number;
  /** when a turn is over */
  turns?: TurnPolicy;
  /** who interrupts the agent; default: as those of {@link BargeInOptions}. false: nobody does */
  bargeIn?: BargeInOptions | false;
}

/** The end of a conversation: "closed", or with its agent; "finished", the adapter has no more answers; "failed", it threw, or has hung. */
export interface ConversationEnd {
  readonly reason: "closed" | "finished" | "failed";
  /** what the adapter threw, or an `SdkError` ADAPTER_HUNG: it did not read what it was told, and too much waited for it */
  readonly error?: unknown;
}

/** The checked options of a conversation. */
interface Plan {
  readonly whom: bigint | "everyone";
  readonly turns: TurnPolicy;
  readonly listening: ListenOptions;
  readonly bargeIn: BargeInOptions | false;
}

/** An adapter that talks with people, through an agent. */
export class Conversation implements Disposable {
  static readonly #running = new WeakMap<VoiceAgent, Conversation>();

  readonly #agent: VoiceAgent;
  readonly #whom: bigint | "everyone";
  readonly #queue = new DuplexQueue((error) => this.#end({ reason: "failed", error }));
  readonly #abort = new AbortController();
  readonly #begun: Disposable[] = [];
  #settle: (end: ConversationEnd) => void = () => undefined;
  #isOver = false;
  /** Resolves when it has ended, whatever the reason; it never rejects. */
  readonly ended = new Promise<ConversationEnd>((resolve) => (this.#settle = resolve));

  private constructor(agent: VoiceAgent, whom: bigint | "everyone") {
    this.#agent = agent;
    this.#whom = whom;
  }

  /** @internal */
  static begin(agent: VoiceAgent, adapter: DuplexAdapter, options: ConversationOptions): Conversation {
    functionArgument("adapter", adapter);
    const plan = planArgument("options", options);
    if (Conversation.#running.has(agent)) throw runningError();
    const conversation = new Conversation(agent, plan.whom);
    conversation.#begin(plan);
    Conversation.#running.set(agent, conversation);
    void conversation.#run(adapter);
    return conversation;
  }

  /** Number of frames that were dropped because the adapter did not take them: so many wait as five seconds of 25 who speak. */
  get dropped(): number {
    return this.#queue.dropped;
  }

  /** Ends it, and what is being said; the agent goes on. Idempotent. */
  close(): void {
    this.#end({ reason: "closed" });
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #begin({ whom, turns, listening, bargeIn }: Plan): void {
    const agent = this.#agent;
    try {
      const ears = agent.listen(whom, listening);
      this.#begun.push(ears);
      // what replaces a rule or a watch of the developer comes when nothing lacks room any more: those of a watch are heard already
      const room = agent.listen(whom);
      this.#begun.push(room);
      if (bargeIn !== false) this.#begun.push(agent.bargeIn(bargeIn));
      this.#begun.push(agent.turns(whom, turns));
      room.close();
      ears.on("frame", (frame) => this.#queue.push({ type: "frame", frame }));
    } catch (error) {
      this.#dispose();
      throw error;
    }
    this.#follow();
  }

  #follow(): void {
    const agent = this.#agent;
    const tell = (userId: bigint, input: DuplexInput): void => {
      if (this.#whom === "everyone" || this.#whom === userId) this.#queue.push(input);
    };
    this.#begun.push(
      agent.on("speechStart", (start) => tell(start.userId, { type: "speechStart", start })),
      agent.on("pause", (pause) => tell(pause.userId, { type: "pause", pause })),
      agent.on("resume", (start) => tell(start.userId, { type: "resume", start })),
      agent.on("endOfTurn", (end) => tell(end.userId, { type: "endOfTurn", end })),
      agent.on("bargeIn", (bargeIn) => this.#queue.push({ type: "bargeIn", bargeIn })),
      agent.on("resumed", (bargeIn) => this.#queue.push({ type: "resumed", bargeIn })),
      agent.on("closed", () => this.close()),
    );
  }

  async #run(adapter: DuplexAdapter): Promise<void> {
    try {
      for await (const answer of adapter(this.#queue, this.#abort.signal)) {
        if (this.#isOver) return endChunks(answer.chunks);
        this.#say(answer);
      }
      this.#end({ reason: "finished" });
    } catch (error) {
      this.#end({ reason: "failed", error });
    }
  }

  #say(answer: DuplexAnswer): void {
    const { generation, bed, leadInMs, ...source } = answer;
    const utterance = this.#agent.say(source, {
      ...(generation !== undefined && { generation }),
      ...(bed !== undefined && { bed }),
      ...(leadInMs !== undefined && { leadInMs }),
    });
    void utterance.ended.then((end) => this.#queue.push({ type: "said", answer, end }));
  }

  #end(end: ConversationEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#dispose();
    // an adapter that is done has said its last answer, which may still sound
    if (end.reason !== "finished" && !this.#agent.isClosed) this.#agent.stopSpeaking();
    Conversation.#running.delete(this.#agent);
    this.#queue.close();
    this.#abort.abort();
    this.#settle(end);
  }

  #dispose(): void {
    for (const one of this.#begun.splice(0)) one[Symbol.dispose]();
  }
}

/**
 * A wrong option is found before anything begins, so that what the agent does already goes on.
 * @throws {ArgumentError}, {@link ArgumentRangeError}
 */
function planArgument(name: string, options: ConversationOptions): Plan {
  const { with: whom = "everyone", turns = {}, bargeIn = {}, ...given } = objectArgument(name, options);
  const listening = { ...given, speechOnly: true };
  turnPolicyArgument(`${name}.turns`, turns);
  listenOptionsArgument(name, listening);
  if (bargeIn !== false) bargeInOptions(`${name}.bargeIn`, bargeIn);
  return { whom: listenedArgument(`${name}.with`, whom), turns, listening, bargeIn };
}

function runningError(): SdkError {
  return new SdkError(
    "CONVERSATION_RUNNING",
    "this agent has a conversation; close it first, and then begin another one",
  );
}

/**
 * Lets an adapter talk with people: it is told what they say and when they have finished, and says its answers until somebody interrupts them. An agent has
 * one conversation at a time.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
 * @throws {SdkError} CONVERSATION_RUNNING: the agent has another conversation; or as `listen` of the agent
 * @example
 * const agent = VoiceAgent.of(connection);
 * using conversation = converse(agent, async function* (input) {
 *   const heard = new Map(); // by speaker
 *   for await (const event of input) {
 *     if (event.type === "frame") {
 *       const { userId, samples } = event.frame;
 *       if (!heard.has(userId)) heard.set(userId, []);
 *       heard.get(userId).push({ pcm: samples });
 *     }
 *     if (event.type !== "endOfTurn") continue;
 *     const { userId } = event.end;
 *     yield { chunks: heard.get(userId) ?? [], sampleRate: 16_000 }; // an echo
 *     heard.delete(userId);
 *   }
 * });
 */
export function converse(
  agent: VoiceAgent,
  adapter: DuplexAdapter,
  options: ConversationOptions = {},
): Conversation {
  return Conversation.begin(agent, adapter, options);
}
