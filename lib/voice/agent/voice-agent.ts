import { Emitter, type Subscription } from "../../call/index.js";
import { reasonOf, showType } from "../../protocol/index.js";
import { ArgumentError } from "../../wire/index.js";
import { BotVoiceConnection } from "../bot-voice-connection.js";
import { HostedVoiceConnection } from "../supervising/hosted-voice-connection.js";
import type { AgentCall } from "./agent-call.js";
import type { VoiceAgentEvents } from "./agent-events.js";

/**
 * A program that talks with people in a voice channel. It hears each speaker as mono frames with the time at which they spoke. All of it is decided on the media thread; JavaScript is told, with the time of the sound.
 */
export class VoiceAgent implements Disposable {
  static readonly #agents = new WeakMap<BotVoiceConnection, VoiceAgent>();

  readonly #call: AgentCall;
  readonly #events: Emitter<VoiceAgentEvents>;
  #isClosed = false;

  private constructor(connection: BotVoiceConnection) {
    this.#call = connection.agentCall();
    this.#events = new Emitter((event, error) =>
      this.#call.warn(`a listener of "${event}" of the voice agent threw: ${reasonOf(error)}`),
    );
    connection.on("stateChange", (status) => {
      if (status === "disconnected") this.close();
    });
  }

  /**
   * Gives a connection an agent: one, however often it is asked for, until the agent is closed.
   * @throws {ArgumentError} when `connection` is not a connection of this process, of `joinVoiceChannel` or a `VoiceSession`
   * @throws {SdkError} DESTROYED, or as `ready` of the connection when it is over
   */
  static of(connection: BotVoiceConnection): VoiceAgent {
    const checked = connectionArgument("connection", connection);
    const known = VoiceAgent.#agents.get(checked);
    if (known !== undefined && !known.#isClosed) return known;
    const agent = new VoiceAgent(checked);
    agent.#call.assertLive();
    VoiceAgent.#agents.set(checked, agent);
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

  /** Whether the agent was closed, or its connection is over. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends everything that the agent does; the connection goes on. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.emit("closed");
    this.#events.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** @throws {ArgumentError} */
function connectionArgument(name: string, value: unknown): BotVoiceConnection {
  if (value instanceof BotVoiceConnection) return value;
  const expected =
    "a voice connection of this process (from joinVoiceChannel without `voiceHost`, or a VoiceSession)";
  if (value instanceof HostedVoiceConnection)
    throw new ArgumentError(
      name,
      expected,
      "a HostedVoiceConnection: make the agent in the voice process, or join without `voiceHost`",
    );
  throw new ArgumentError(name, expected, showType(value));
}
