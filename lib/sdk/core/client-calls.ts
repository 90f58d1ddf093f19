import { stackOf } from "../../protocol/index.js";
import type { E2eePolicy, SignatureKeys, VerifiedKeys, VoiceConnection } from "../../call/index.js";
import type { NativeCapturedCallback, NativeReceivedCallback } from "../../native/index.js";
import type { WorldChange, WorldView } from "../../state/index.js";
import { GatewayOpcode, Scope, expandScopes, type LobbyVoiceStateEntry } from "../../wire/index.js";
import { CallStatus } from "../call-enums.js";
import { ClientStatus } from "../client-enums.js";
import { LoggingSeverity } from "../enums.js";
import type { Host } from "../host-options.js";
import type { Api } from "./api.js";
import { CallSession } from "./call-session.js";
import type { CallbackQueue } from "./callback-queue.js";
import type { ClientEvents } from "./client-events.js";
import type { ClientLogs } from "./client-logs.js";
import type { ClientSession } from "./client-session.js";
import type { Dispatch } from "./dispatch.js";
import { EventHub } from "./event-hub.js";
import { IdentityKeys } from "./identity-keys.js";
import { randomBytes } from "./random.js";
import { VoiceKeyDirectory } from "./voice-key-directory.js";
import { defaultVoiceSettings, type VoiceSettings } from "./voice-settings.js";

export interface CallParts {
  host: Host;
  api: Api;
  session: ClientSession;
  world: WorldView;
  logs: ClientLogs;
  queue: CallbackQueue;
  events: EventHub<ClientEvents>;
}

export interface AudioTaps {
  received: NativeReceivedCallback;
  captured: NativeCapturedCallback;
}

/** What calls are made with. */
interface VoiceEngine {
  readonly Connection: typeof VoiceConnection;
  readonly signatureKeys: SignatureKeys;
  readonly identity: IdentityKeys;
  readonly verifiedKeys: VerifiedKeys;
  readonly directory: VoiceKeyDirectory;
}

/** The running calls, and their side of the main gateway: op 17 out, voice states and servers in. */
export class ClientCalls {
  readonly #parts: CallParts;
  readonly #sessions = new Map<bigint, CallSession>();
  readonly #settings: VoiceSettings = defaultVoiceSettings();
  /** Lobbies whose call was encrypted: it does not go on in the clear any more. */
  readonly #encryptedLobbies = new Set<bigint>();
  #engine: VoiceEngine | undefined;
  #announced = "[]";
  #threadPriority: number | undefined;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  /** What only calls need is loaded while the client connects, and not when the package is imported. */
  async load(): Promise<void> {
    if (this.#engine !== undefined) return;
    const call = await import("../../call/index.js");
    const signatureKeys = new call.SignatureKeys(randomBytes);
    const { host, api, session, logs } = this.#parts;
    const identity = new IdentityKeys(host.identityKeyStore, signatureKeys, logs);
    const failed = (reason: string): void =>
      logs.write("voice", LoggingSeverity.Error, `the store of verified keys failed: ${reason}`);
    this.#engine = {
      Connection: call.VoiceConnection,
      signatureKeys,
      identity,
      verifiedKeys: new call.VerifiedKeys({ store: host.identityKeyStore, failed }),
      directory: new VoiceKeyDirectory({ api, session, logs }),
    };
  }

  get settings(): Readonly<VoiceSettings> {
    return this.#settings;
  }

  /** Of the media thread, which is there with the first call. */
  setThreadPriority(priority: number): void {
    this.#threadPriority = priority;
    if (this.#sessions.size > 0) this.#applyThreadPriority();
  }

  all(): CallSession[] {
    return [...this.#sessions.values()];
  }

  get(lobbyId: bigint): CallSession | undefined {
    return this.#sessions.get(lobbyId);
  }

  /**
   * Joins or starts the call of a lobby.
   * @returns undefined when already in it, or when the client is not ready
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED
   */
  start(lobbyId: bigint, taps: AudioTaps | undefined): CallSession | undefined {
    const known = this.#sessions.get(lobbyId);
    if (known !== undefined && this.#isRunning(known)) return this.#refuse(lobbyId, "already in it");
    const engine = this.#engine;
    if (this.#parts.session.status !== ClientStatus.Ready || engine === undefined)
      return this.#refuse(lobbyId, "the client is not ready");
    known?.close();
    const session = this.#create(lobbyId, engine);
    this.#sessions.set(lobbyId, session);
    if (taps !== undefined) session.media.setAudioCallbacks(taps.received, taps.captured);
    const ownId = this.#parts.world.users.currentId;
    engine.identity.whenReady(ownId, () => {
      engine.directory.offer(engine.identity.keyOf(ownId));
      this.#join(session);
    });
    return session;
  }

  async end(lobbyId: bigint): Promise<void> {
    const session = this.#sessions.get(lobbyId);
    await session?.end();
    if (this.#sessions.get(lobbyId) === session) this.#sessions.delete(lobbyId);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((lobbyId) => this.end(lobbyId)));
  }

  /** Frees everything at once: the client is going away. */
  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  changeSettings(change: Partial<VoiceSettings>): void {
    Object.assign(this.#settings, change);
    for (const session of this.#sessions.values()) session.applySettings();
    this.#announce();
  }

  /** Ready again: the platform may have missed what was said meanwhile. */
  becameReady(): void {
    if (this.#sessions.size > 0 || this.#announced !== "[]") this.#send();
  }

  voice(dispatch: Extract<Dispatch, { type: "voiceState" | "voiceServer" }>): void {
    if (dispatch.type === "voiceServer") {
      const { server } = dispatch;
      this.#sessions.get(server.lobbyId)?.connection.voiceServerUpdate(server);
      return;
    }
    const { state } = dispatch;
    const isOwn = state.userId === this.#parts.world.users.currentId;
    const isHere = state.sessionId === this.#parts.session.ready?.sessionId;
    if (!isOwn || !isHere || state.channelId === undefined) return;
    const { lobbyId, userId, sessionId, channelId } = state;
    this.#sessions.get(lobbyId)?.connection.voiceStateUpdate(userId, sessionId, channelId);
  }

  /** Tells the calls what the world's changes mean to them. */
  worldChanged(change: WorldChange): void {
    switch (change.type) {
      case "voiceParticipant":
        this.#sessions.get(change.lobbyId)?.events.tell("participantChanged", change.memberId, change.added);
        return;
      case "voiceStateChanged":
        this.#sessions.get(change.lobbyId)?.events.tell("voiceStateChanged", change.memberId);
        return;
      case "lobbyDeleted":
        return void this.end(change.lobbyId);
      default:
        return;
    }
  }

  #refuse(lobbyId: bigint, reason: string): undefined {
    this.#parts.logs.write(
      "voice",
      LoggingSeverity.Warning,
      `call ${String(lobbyId)} not started: ${reason}`,
    );
  }

  #isRunning(session: CallSession): boolean {
    return (
      session.status !== CallStatus.Disconnected ||
      (!session.isOver && this.#engine?.identity.isLoading === true)
    );
  }

  #join(session: CallSession): void {
    if (session.isOver) return;
    session.connection.join();
    if (!this.#mayJoin(session.lobbyId)) session.connection.joinRefused();
  }

  /** What the platform would answer with silence is told at once. */
  #mayJoin(lobbyId: bigint): boolean {
    const scopes = this.#parts.session.ready?.scopes;
    const isAllowed = scopes === undefined || expandScopes(scopes.join(" ")).has(Scope.LobbiesWrite);
    return isAllowed && this.#parts.world.lobbies.get(lobbyId) !== undefined;
  }

  #create(lobbyId: bigint, engine: VoiceEngine): CallSession {
    const { world, logs, queue, events } = this.#parts;
    const connection = this.#connect(lobbyId, engine);
    connection.on("encryption", ({ state }) => {
      if (state === "on") this.#encryptedLobbies.add(lobbyId);
    });
    return new CallSession({
      lobbyId,
      connection,
      events: new EventHub(queue, (event, error) => this.#listenerFailed(event, error)),
      world,
      logs,
      settings: this.#settings,
      selfChanged: () => this.#announce(),
      inputDetected: (detected) => events.tell("noAudioInput", detected),
    });
  }

  #policyOf(lobbyId: bigint): E2eePolicy {
    const { e2ee } = this.#parts.host;
    return e2ee === "sticky" && this.#encryptedLobbies.has(lobbyId) ? "required" : e2ee;
  }

  #connect(
    lobbyId: bigint,
    { Connection, signatureKeys, verifiedKeys, directory }: VoiceEngine,
  ): VoiceConnection {
    const { host, world } = this.#parts;
    const addon = host.loadAddon();
    this.#applyThreadPriority();
    return new Connection({
      addon,
      serverId: lobbyId,
      userId: world.users.currentId,
      signalling: { requestSession: () => this.#send(), leave: () => this.#announce() },
      openSocket: host.openSocket,
      socket: { userAgent: host.userAgent, roots: host.roots, agent: host.agent },
      clock: host.clock,
      randomBytes,
      signatureKeys,
      verifiedKeys,
      keyDirectory: directory,
      e2ee: this.#policyOf(lobbyId),
      preferredMode: host.preferredVoiceMode,
    });
  }

  #applyThreadPriority(): void {
    const priority = this.#threadPriority;
    if (priority === undefined) return;
    const { host, logs } = this.#parts;
    const refusal = host.loadAddon().setMediaThreadPriority(priority);
    if (refusal === "") return;
    const message = `the media thread did not get priority ${String(priority)}: ${refusal}`;
    logs.write("voice", LoggingSeverity.Warning, message);
  }

  /** Op 17 where it would say something new. */
  #announce(): void {
    if (JSON.stringify(this.#entries()) !== this.#announced) this.#send();
  }

  /** Op 17: the complete set of this client's calls. Repeated, it asks for a new voice session. */
  #send(): void {
    const entries = this.#entries();
    if (this.#parts.session.status !== ClientStatus.Ready) return;
    this.#announced = JSON.stringify(entries);
    this.#parts.session.send(GatewayOpcode.LobbyVoiceStates, entries);
  }

  #entries(): LobbyVoiceStateEntry[] {
    return this.all()
      .filter((session) => session.status !== CallStatus.Disconnected)
      .map((session) => ({
        lobby_id: session.lobbyId.toString(),
        self_mute: session.selfMute,
        self_deaf: session.selfDeaf,
      }));
  }

  #listenerFailed(event: string, error: unknown): void {
    const message = `a listener of "${event}" threw: ${stackOf(error)}`;
    this.#parts.logs.write("general", LoggingSeverity.Error, message);
  }
}
