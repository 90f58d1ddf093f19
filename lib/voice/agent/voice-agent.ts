import { Emitter, type Subscription } from "../../call/index.js";
import { reasonOf } from "../../protocol/index.js";
import { SdkError } from "../../wire/index.js";
import type { BotVoiceConnection } from "../bot-voice-connection.js";
import type { AudioSource } from "../source.js";
import type { AgentCall } from "./agent-call.js";
import { agentHostArgument, type GameCall } from "./agent-host.js";
import type { VoiceAgentEvents } from "./agent-events.js";
import type { VoiceAgentStats } from "./agent-stats.js";
import { BargeIns } from "./barge-ins.js";
import type { BargeInOptions } from "./barge-in-options.js";
import { listenOptionsArgument, type ListenOptions } from "./ear-options.js";
import { EarStream } from "./ear-stream.js";
import { Ears } from "./ears.js";
import { listenedArgument, type Listened } from "./listened.js";
import { Mouth } from "./mouth.js";
import type { SayOptions } from "./say-options.js";
import type { SpeechSource } from "./speech-chunks.js";
import type { TurnPolicy } from "./turn-policy.js";
import type { TurnWatch } from "./turn-watch.js";
import { Turns } from "./turns.js";
import type { Utterance } from "./utterance.js";

/**
 * A program that talks with people in a voice channel: it hears each speaker as mono frames with the time at which they spoke, and knows
 * whose turn it is. All of that is decided on the media thread, and JavaScript is told with the time of the sound. When a call moves to
 * another process, an agent of the connection there begins anew.
 */
export class VoiceAgent implements Disposable {
  static readonly #agents = new WeakMap<object, VoiceAgent>();

  readonly #call: AgentCall;
  readonly #events: Emitter<VoiceAgentEvents>;
  readonly #ears: Ears;
  readonly #turns: Turns;
  readonly #mouth: Mouth;
  readonly #bargeIns: BargeIns;
  readonly #streams = new Set<EarStream>();
  readonly #over: Subscription;
  readonly #counts = { asked: 0, missed: 0, failed: 0 };
  #blocksLost = 0;
  #isClosed = false;

  private constructor(call: AgentCall) {
    this.#call = call;
    this.#events = new Emitter((event, error) => this.#listenerFailed(event, error));
    this.#ears = new Ears({
      call: this.#call,
      turn: (turn) => this.#turns.turn(turn),
      lost: (blocks) => (this.#blocksLost += blocks),
    });
    this.#turns = new Turns({
      call: this.#call,
      ears: this.#ears,
      counts: this.#counts,
      emit: (event, ...args) => this.#events.emit(event, ...args),
    });
    this.#mouth = new Mouth(this.#call, this.#events, () => this.#bargeIns.moveOn());
    this.#bargeIns = new BargeIns({ call, ears: this.#ears, mouth: this.#mouth, events: this.#events });
    this.#over = call.onOver(() => this.#end(true));
  }

  /**
   * Gives a connection an agent: one, however often it is asked for, until the agent is closed. In a game's call it speaks in place of the
   * microphone, which does not come back.
   * @throws {ArgumentError} when `connection` is not a connection of this process, of `joinVoiceChannel` or a `VoiceSession`, nor a `Call`
   * @throws {SdkError} DESTROYED, or as `ready` of the connection when it is over; INVALID_OBJECT: the `Call` is over; IN_VOICE_PROCESS: its
   * client has the option `voiceHost`
   */
  static of(connection: BotVoiceConnection | GameCall): VoiceAgent {
    const { key, call } = agentHostArgument("connection", connection);
    const known = VoiceAgent.#agents.get(key);
    if (known !== undefined && !known.#isClosed) return known;
    call.assertLive();
    const agent = new VoiceAgent(call);
    VoiceAgent.#agents.set(key, agent);
    return agent;
  }

  /** Listens to an event. */
  on<K extends keyof VoiceAgentEvents>(event: K, listener: VoiceAgentEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /** Stops listening to an event. A function that listens several times is taken back once, its newest subscription first. */
  off<K extends keyof VoiceAgentEvents>(event: K, listener: VoiceAgentEvents[K]): void {
    this.#events.off(event, listener);
  }

  /**
   * Listens to one user, or to everyone in the channel: up to 25 speakers at once, each heard once for all who listen. A user who is named
   * is heard however quiet they are; of a crowd the 30 loudest are decoded. A deaf bot, as `selfDeaf` makes it by default, hears nothing
   * and is warned.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} TOO_MANY_LISTENED: 25 other users are listened to by name; AGENT_CLOSED; as `ready` of the connection when it is over
   * @example
   * const agent = VoiceAgent.of(connection);
   * using ears = agent.listen("everyone", { rate: 16000, speechOnly: true });
   * setTimeout(() => ears.close(), 100);
   * for await (const { userId: speaker, timestamp, samples } of ears) console.log(speaker, timestamp, samples.length);
   */
  listen(whom: Listened, options: ListenOptions = {}): EarStream {
    const listened = listenedArgument("whom", whom);
    const checked = listenOptionsArgument("options", options);
    this.#assertOpen();
    const listening = this.#ears.add({
      whom: listened,
      rate: checked.rate,
      block: (block) => stream.push(block),
      left: (userId) => stream.forget(userId),
    });
    const stream = EarStream.of({
      options: checked,
      closing: () => {
        this.#streams.delete(stream);
        listening.dispose();
      },
      listenerFailed: (event, error) => this.#listenerFailed(event, error),
    });
    this.#streams.add(stream);
    return stream;
  }

  /**
   * Watches whose turn it is: events of the agent tell when one user, or anybody, begins to speak, pauses and has finished. All of it is
   * decided on the media thread. A user who is named has this policy whatever that of everyone is; a second watch of the same users
   * replaces the first.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} as {@link listen}
   * @example
   * const agent = VoiceAgent.of(connection);
   * using watch = agent.turns("everyone", { minSilenceMs: 200, maxSilenceMs: 1200 });
   * agent.on("endOfTurn", ({ userId: speaker, silenceMs, lateMs }) => console.log(speaker, silenceMs, lateMs));
   * watch.setPolicy({ minSilenceMs: 600 });
   */
  turns(whom: Listened, policy: TurnPolicy = {}): TurnWatch {
    const listened = listenedArgument("whom", whom);
    this.#assertOpen();
    return this.#turns.watch(listened, policy);
  }

  /**
   * Says something behind what is being said: a source of sound, or the chunks of a synthesizer with their texts. What arrives too late
   * is waited for, and the event `starved` tells of it.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} AGENT_CLOSED, DESTROYED, or as `ready` of the connection when it is over
   * @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file
   * @example
   * const agent = VoiceAgent.of(connection);
   * const answer = agent.say({ type: "wav", file: wavFile });
   * const { reason, heardUpTo } = await answer.ended;
   * console.log(reason, heardUpTo.ms);
   */
  say(source: AudioSource | SpeechSource, options: SayOptions = {}): Utterance {
    this.#assertOpen();
    return this.#mouth.say(source, options);
  }

  /**
   * Lets people interrupt the agent: who speaks over it for `minSpeechMs` stops it or turns it down. The media thread decides, and the last
   * loud packet leaves within 20 ms whatever JavaScript does; the event `bargeIn` tells of it afterwards. Another call replaces the rule.
   * @returns takes the rule back
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
   * @throws {SdkError} as {@link listen}
   * @example
   * const agent = VoiceAgent.of(connection);
   * using rule = agent.bargeIn({ minSpeechMs: 300, action: "stop" });
   * agent.on("bargeIn", ({ userId: speaker, heardUpTo }) => console.log(speaker, heardUpTo?.text));
   */
  bargeIn(options: BargeInOptions = {}): Subscription {
    this.#assertOpen();
    return this.#bargeIns.begin(options);
  }

  /** The utterance that sounds, and those that wait behind it, in their order. */
  get utterances(): readonly Utterance[] {
    return this.#mouth.utterances;
  }

  /** Ends everything that is said, within 20 ms. */
  stopSpeaking(): void {
    this.#mouth.stop();
  }

  /** The counters of the agent, as of now. Of a closed agent `blocksWithoutEar` is 0. */
  get stats(): VoiceAgentStats {
    const { asked, missed, failed } = this.#counts;
    return {
      blocksLost: this.#blocksLost,
      blocksWithoutEar: this.#isClosed ? 0 : this.#call.media.getStats().blocksWithoutEar,
      detectorAsked: asked,
      detectorMissed: missed,
      detectorFailed: failed,
    };
  }

  /** Whether the agent was closed, or its connection is over. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends everything that the agent does; the connection goes on. Idempotent. */
  close(): void {
    this.#end(this.#call.isOver());
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** @param isOver the connection has ended */
  #end(isOver: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#over.dispose();
    this.#bargeIns.close(isOver);
    // first, so that what closes asks nothing of a connection that is over
    this.#ears.close(isOver);
    this.#turns.close(isOver);
    this.#mouth.close();
    for (const stream of [...this.#streams]) stream.close();
    this.#events.emit("closed");
    this.#events.clear();
  }

  #assertOpen(): void {
    this.#call.assertLive();
    if (this.#isClosed)
      throw new SdkError(
        "AGENT_CLOSED",
        "this agent is closed; `VoiceAgent.of(connection)` makes another one",
      );
  }

  #listenerFailed(event: string, error: unknown): void {
    this.#call.warn(`a listener of "${event}" of the voice agent threw: ${reasonOf(error)}`);
  }
}
