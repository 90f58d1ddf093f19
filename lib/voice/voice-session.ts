import {
  idArgument,
  objectArgument,
  parseVoiceServer,
  parseVoiceState,
  showType,
  textArgument,
  type IdLike,
} from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";
import { BotVoiceConnection, type MovedIn } from "./bot-voice-connection.js";
import type { VoiceOptions } from "./join-options.js";
import type { HostEvent } from "./moving/host-event.js";
import type { SavedBot } from "./moving/saved-bot.js";

/** The voice server of a voice session, from VOICE_SERVER_UPDATE. */
export interface VoiceServerGrant {
  token: string;
  /** host, with a port or not. Null in the event says that the server is gone and another follows: wait for that */
  endpoint: string;
}

/** The bot's own voice state, from VOICE_STATE_UPDATE. */
export interface VoiceStateGrant {
  sessionId: string;
  /** default: as before */
  channelId?: IdLike;
  /** default: as before */
  selfMute?: boolean;
  /** default: as before */
  selfDeaf?: boolean;
}

/** The results of op 4 of the main gateway, and how to connect with them. */
export interface VoiceCredentials extends VoiceOptions, VoiceServerGrant {
  /** guild, private channel or lobby */
  serverId: IdLike;
  /** needed for end-to-end encryption in a guild; default: `serverId` */
  channelId?: IdLike;
  userId: IdLike;
  sessionId: string;
}

/** Where a voice session is. */
type Seat = Pick<SavedBot, "serverId" | "userId" | "channelId" | "sessionId" | "selfMute" | "selfDeaf">;

/**
 * A voice session whose main gateway belongs to somebody else: another library, another thread or another process sends op 4 and passes
 * on what follows. It resumes by itself, as `recovery: "session"` of `joinVoiceChannel` says. Behind the close codes 4014 and 4022, with which
 * the voice gateway ends a session that moves, it is "reconnecting" for 5 s and waits for {@link updateServer}: which of the two comes first is
 * chance. Every other end is final, and each sends nothing to the main gateway.
 */
export class VoiceSession extends BotVoiceConnection {
  /** Guild, private channel or lobby. */
  readonly serverId: bigint;
  /** The bot itself. */
  readonly userId: bigint;
  #channelId: bigint | undefined;
  #sessionId: string;
  #selfMute: boolean;
  #selfDeaf: boolean;

  private constructor(seat: Seat, options: VoiceOptions, moved?: MovedIn) {
    const { serverId, userId } = seat;
    super({ serverId, userId, recovery: "given", admission: "always" }, options, moved);
    this.serverId = serverId;
    this.userId = userId;
    this.#channelId = seat.channelId;
    this.#sessionId = seat.sessionId;
    this.#selfMute = seat.selfMute;
    this.#selfDeaf = seat.selfDeaf;
    Object.assign(this.trace, { hasState: true, hasServer: true });
  }

  /**
   * Connects with the credentials that op 4 led to. It returns at once, like `joinVoiceChannel`.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use)
   * @example
   * const session = VoiceSession.fromCredentials({ ...credentials, ca });
   * session.on("closed", ({ code, reason }) => console.log(code, reason));
   * await session.ready();
   * await session.play({ type: "wav", file: wavFile }).ended;
   * session.destroy();
   */
  static fromCredentials(credentials: VoiceCredentials): VoiceSession {
    const { channelId, sessionId, selfMute, selfDeaf } = objectArgument("credentials", credentials);
    const seat: Seat = {
      serverId: idArgument("serverId", credentials.serverId),
      userId: idArgument("userId", credentials.userId),
      channelId: optionalId("channelId", channelId),
      sessionId: filledArgument("sessionId", sessionId),
      selfMute: selfMute ?? false,
      selfDeaf: selfDeaf ?? true,
    };
    const server = serverArgument(credentials);
    const session = new VoiceSession(seat, credentials);
    session.call.join();
    session.#begin(server);
    return session;
  }

  /** @internal `VoiceHost.take` is its public form. @param options of this process; ids and gates come with the call */
  static take(options: VoiceOptions, moved: MovedIn): VoiceSession {
    return new VoiceSession(moved.bot, options, moved);
  }

  /** The channel that the bot is in, as far as it was told. */
  get channelId(): bigint | undefined {
    return this.#channelId;
  }

  /**
   * Moves to another voice server: a new voice session begins there, and the sound goes on. After a move to another channel or with a new
   * session id, call {@link updateState} first.
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} DESTROYED, or as {@link ready} when the session is over
   */
  updateServer(server: VoiceServerGrant): void {
    const checked = serverArgument(objectArgument("server", server));
    this.assertLive();
    const { token, endpoint } = server;
    this.hear({ name: "voiceServer", data: { token, endpoint } }, () => this.#begin(checked));
  }

  /**
   * Takes the bot's own voice state. A session id and a channel count from the next {@link updateServer} on; mute and deaf at once.
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} DESTROYED, or as {@link ready} when the session is over
   */
  updateState(state: VoiceStateGrant): void {
    const { sessionId, channelId, selfMute, selfDeaf } = objectArgument("state", state);
    const session = filledArgument("sessionId", sessionId);
    const channel = optionalId("channelId", channelId);
    this.assertLive();
    const seat = {
      sessionId: session,
      channelId: channel ?? this.#channelId,
      selfMute: selfMute ?? this.#selfMute,
      selfDeaf: selfDeaf ?? this.#selfDeaf,
    };
    this.hear({ name: "voiceState", data: this.#voiceState(seat) }, () => this.#sit(seat));
  }

  /** @internal */
  override hostSays({ name, data }: HostEvent): void {
    if (name === "voiceServer") {
      const server = parseVoiceServer(data);
      if (server?.endpoint !== undefined) this.#begin(server);
      return;
    }
    const state = parseVoiceState(data);
    if (state !== undefined) this.#sit(state);
  }

  /** @internal The credentials are there, or the host brings them. */
  protected override requestSession(): void {
    return undefined;
  }

  /** @internal The host leaves, if it wants to. */
  protected override leaveChannel(): void {
    return undefined;
  }

  /** @internal */
  protected override movedAway(): void {
    return undefined;
  }

  #sit({ sessionId, channelId, selfMute, selfDeaf }: Omit<Seat, "serverId" | "userId">): void {
    this.#sessionId = sessionId;
    this.#channelId = channelId;
    this.#selfMute = selfMute;
    this.#selfDeaf = selfDeaf;
    this.setGates(selfMute, selfDeaf);
  }

  /** As the main gateway has it. */
  #voiceState({ sessionId, channelId, selfMute, selfDeaf }: Omit<Seat, "serverId" | "userId">): object {
    return {
      guild_id: String(this.serverId),
      user_id: String(this.userId),
      channel_id: channelId === undefined ? null : String(channelId),
      session_id: sessionId,
      self_mute: selfMute,
      self_deaf: selfDeaf,
    };
  }

  #begin(server: CheckedServer): void {
    this.call.newSession(this.userId, this.#sessionId, this.#channelId, server);
  }
}

type CheckedServer = NonNullable<ReturnType<typeof parseVoiceServer>>;

/** @throws {ArgumentError} */
function serverArgument({ token, endpoint }: VoiceServerGrant): CheckedServer {
  filledArgument("token", token);
  const server = parseVoiceServer({ token, endpoint });
  if (server?.endpoint !== undefined) return server;
  const received = typeof endpoint === "string" ? "another text" : showType(endpoint);
  const hint = (endpoint as unknown) === null ? " (the voice server is gone: wait for the next one)" : "";
  throw new ArgumentError("endpoint", "a host such as c-fra1.discord.media:8443", `${received}${hint}`);
}

/** @throws {ArgumentError} */
function filledArgument(name: string, value: string): string {
  if (textArgument(name, value) !== "") return value;
  throw new ArgumentError(name, "a text that is not empty", "an empty one");
}

/** @throws {ArgumentError} */
function optionalId(name: string, value: IdLike | undefined): bigint | undefined {
  return value === undefined ? undefined : idArgument(name, value);
}
