import type { CallConnection, E2eePolicy } from "../../../call/index.js";
import type { UserAudioCapturedCallback, UserAudioReceivedCallback } from "../../../native/index.js";
import {
  GatewayOpcode,
  Scope,
  SdkError,
  expandScopes,
  type LobbyVoiceStateEntry,
} from "../../../wire/index.js";
import { functionArgument, idArgument, type IdLike } from "../../argument.js";
import { CallStatus, ClientStatus, LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { Api } from "../../core/api/api.js";
import type { CallModule } from "./call-module.js";
import type { ChosenDevices } from "../../core/devices/chosen-devices.js";
import type { CallbackQueue } from "../../core/events/callback-queue.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { Dispatch } from "../../core/session/dispatch.js";
import { EventHub } from "../../core/events/event-hub.js";
import type { Feature } from "../../core/events/feature.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import type { Operations } from "../../core/operations/operation.js";
import { noResult, Task, type TaskOf } from "../../core/operations/task.js";
import type { ClientSession } from "../../core/session/session.js";
import { nowhere } from "../../handles/handle.js";
import { callTo, type Call } from "./call.js";
import { CallSession, type CallDevices } from "./call-session.js";
import type { Connections } from "./connections.js";
import { HostedConnections } from "./hosted-connections.js";
import { OwnConnections } from "./own-connections.js";
import { createVoiceEngine, type VoiceEngine } from "./voice-engine.js";
import { defaultVoiceSettings, type VoiceSettings } from "../../core/devices/voice-settings.js";

export interface CallsParts {
  options: { readonly cpuAffinityMask: bigint | undefined };
  operations: Operations;
  host: Host;
  api: Api;
  session: ClientSession;
  callModule: Pick<CallModule, "loaded" | "hosted">;
  world: LiveWorld;
  logs: ClientLogs;
  queue: CallbackQueue;
  events: EventHub<ClientEvents>;
  chosenDevices: ChosenDevices;
}

interface AudioCallbacks {
  received: UserAudioReceivedCallback;
  captured: UserAudioCapturedCallback;
}

/** The running calls, and their messages on the main gateway: op 17 out, voice states and servers in. */
export class CallsArea implements Feature {
  readonly #parts: CallsParts;
  readonly #sessions = new Map<bigint, CallSession>();
  readonly #settings: VoiceSettings = defaultVoiceSettings();
  /** Lobbies whose call was encrypted: it must not continue unencrypted. */
  readonly #encryptedLobbies = new Set<bigint>();
  readonly #followers: (() => void)[] = [];
  #engine: VoiceEngine | undefined;
  #announced = "[]";
  readonly #connections: Connections;

  constructor(parts: CallsParts) {
    this.#parts = parts;
    const { voiceHost } = parts.host;
    this.#connections =
      voiceHost === undefined ? new OwnConnections(parts) : new HostedConnections(voiceHost, parts);
    const { session, world } = parts;
    session.signals.on("voiceState", (state) => this.#voiceState(state));
    session.signals.on("voiceServer", (server) =>
      this.#sessions.get(server.lobbyId)?.connection.voiceServerUpdate(server),
    );
    world.on("voiceParticipant", ({ lobbyId, memberId, added }) =>
      this.#participant(lobbyId, memberId, added),
    );
    world.on("voiceStateChanged", ({ lobbyId, memberId }) => this.#voiceStateChanged(lobbyId, memberId));
    world.on("lobbyDeleted", ({ lobbyId }) => void this.#end(lobbyId));
  }

  start(channelId: IdLike): Call {
    return callOf(this.#start(idArgument("channelId", channelId), undefined));
  }

  startWithAudioCallbacks(
    lobbyId: IdLike,
    receivedCb: UserAudioReceivedCallback,
    capturedCb: UserAudioCapturedCallback,
  ): Call {
    const callbacks = {
      received: functionArgument("receivedCb", receivedCb),
      captured: functionArgument("capturedCb", capturedCb),
    };
    this.#connections.assertCallbacks?.();
    return callOf(this.#start(idArgument("lobbyId", lobbyId), callbacks));
  }

  get(channelId: IdLike): Call {
    return callOf(this.#sessions.get(idArgument("channelId", channelId)));
  }

  all(): Call[] {
    return [...this.#sessions.values()].map(callOf);
  }

  end(channelId: IdLike): TaskOf<typeof noResult> {
    return new Task(noResult, async () => this.#end(idArgument("channelId", channelId)));
  }

  endEach(): TaskOf<typeof noResult> {
    return new Task(noResult, () => this.endAll());
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((lobbyId) => this.#end(lobbyId)));
  }

  get settings(): Readonly<VoiceSettings> {
    return this.#settings;
  }

  /** Calls `changed` whenever the settings change. */
  followSettings(changed: () => void): void {
    this.#followers.push(changed);
  }

  changeSettings(change: Partial<VoiceSettings>): void {
    Object.assign(this.#settings, change);
    for (const session of this.#sessions.values()) session.applySettings();
    for (const changed of this.#followers) changed();
    this.#announce();
  }

  /** Whether a call has been started: settings of the voice engine come too late then. */
  get hasStarted(): boolean {
    return this.#engine !== undefined;
  }

  setThreadPriority(priority: number): void {
    this.#connections.setThreadPriority(priority, this.#sessions.size > 0);
  }

  /** The platform may have missed what was sent while the client was not ready. */
  ready(): void {
    if (this.#sessions.size > 0 || this.#announced !== "[]") this.#send();
  }

  /** Frees every call at once. */
  destroyed(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
    this.#connections.end();
  }

  /**
   * Joins or starts the call of a lobby.
   * @returns undefined when already in the call, or when the client is not ready
   * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use)
   */
  #start(lobbyId: bigint, callbacks: AudioCallbacks | undefined): CallSession | undefined {
    const known = this.#sessions.get(lobbyId);
    if (known !== undefined && this.#isRunning(known))
      return this.#notStarted(lobbyId, "already in the call");
    const engine = this.#loadedEngine();
    if (this.#parts.session.status !== ClientStatus.Ready || engine === undefined)
      return this.#notStarted(lobbyId, "the client is not ready");
    known?.close();
    const session = this.#admit(lobbyId, () => this.#create(lobbyId, engine, callbacks === undefined));
    if (session === undefined) return undefined;
    this.#sessions.set(lobbyId, session);
    if (callbacks !== undefined) session.media.setAudioCallbacks(callbacks.received, callbacks.captured);
    const ownId = this.#parts.world.view.users.currentId;
    engine.identity.whenReady(ownId, () => {
      engine.directory.offer(engine.identity.keyOf(ownId));
      this.#join(session);
    });
    return session;
  }

  #admit(lobbyId: bigint, create: () => CallSession): CallSession | undefined {
    try {
      return create();
    } catch (error) {
      if (error instanceof SdkError && error.code === "MEDIA_OVERLOADED")
        return this.#notStarted(lobbyId, error.message);
      throw error;
    }
  }

  #loadedEngine(): VoiceEngine | undefined {
    const module = this.#parts.callModule.loaded;
    if (module === undefined || !this.#connections.isReady) return undefined;
    return (this.#engine ??= createVoiceEngine(module, this.#parts));
  }

  async #end(lobbyId: bigint): Promise<void> {
    const session = this.#sessions.get(lobbyId);
    await session?.end();
    if (this.#sessions.get(lobbyId) === session) this.#sessions.delete(lobbyId);
  }

  #voiceState(state: Extract<Dispatch, { type: "voiceState" }>["state"]): void {
    const isOwn = state.userId === this.#parts.world.view.users.currentId;
    const isHere = state.sessionId === this.#parts.session.facts?.sessionId;
    if (!isOwn || !isHere || state.channelId === undefined) return;
    const { lobbyId, userId, sessionId, channelId } = state;
    this.#sessions.get(lobbyId)?.connection.voiceStateUpdate(userId, sessionId, channelId);
  }

  #voiceStateChanged(lobbyId: bigint, userId: bigint): void {
    this.#parts.events.emit("voiceStateChanged", lobbyId, userId);
    this.#sessions.get(lobbyId)?.events.emit("voiceStateChanged", userId);
  }

  #participant(lobbyId: bigint, userId: bigint, added: boolean): void {
    this.#parts.events.emit("voiceParticipantChanged", lobbyId, userId, added);
    this.#sessions.get(lobbyId)?.events.emit("participantChanged", userId, added);
  }

  #notStarted(lobbyId: bigint, reason: string): undefined {
    this.#parts.logs.write(
      "voice",
      LoggingSeverity.Warning,
      `call ${String(lobbyId)} not started: ${reason}`,
    );
  }

  #isInCall(): boolean {
    return [...this.#sessions.values()].some((session) => session.status !== CallStatus.Disconnected);
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

  /** The platform does not respond to a join that it rejects, so the client checks first. */
  #mayJoin(lobbyId: bigint): boolean {
    const scopes = this.#parts.session.facts?.scopes;
    const isAllowed = scopes === undefined || expandScopes(scopes.join(" ")).has(Scope.LobbiesWrite);
    return isAllowed && this.#parts.world.view.lobbies.get(lobbyId) !== undefined;
  }

  /** @param microphone whether the call begins with it: a captured callback is a source of its own */
  #devices(microphone: boolean): CallDevices | undefined {
    const { host, chosenDevices: chosen } = this.#parts;
    return host.audioDevices === "off" ? undefined : { system: host.audioDevices, chosen, microphone };
  }

  #create(lobbyId: bigint, engine: VoiceEngine, microphone: boolean): CallSession {
    const { world, logs, queue, events, operations } = this.#parts;
    const connection = this.#connect(lobbyId, engine);
    connection.on("encryption", ({ state }) => {
      if (state === "on") this.#encryptedLobbies.add(lobbyId);
    });
    return new CallSession({
      lobbyId,
      connection,
      events: new EventHub(queue, (event, error) => logs.callbackThrew(`a listener of "${event}"`, error)),
      operations,
      world: world.view,
      logs,
      settings: this.#settings,
      selfChanged: () => this.#announce(),
      inputDetected: (detected) => events.emit("noAudioInput", detected),
      devices: this.#devices(microphone),
    });
  }

  #policyOf(lobbyId: bigint): E2eePolicy {
    const { e2ee } = this.#parts.host;
    return e2ee === "sticky" && this.#encryptedLobbies.has(lobbyId) ? "required" : e2ee;
  }

  #connect(lobbyId: bigint, engine: VoiceEngine): CallConnection {
    return this.#connections.connect({
      ...{ lobbyId, engine, userId: this.#parts.world.view.users.currentId },
      signalling: { requestSession: () => this.#send(), leave: () => this.#announce() },
      e2ee: () => this.#policyOf(lobbyId),
      // a player's only call is worth more than the bots of the same process
      admission: this.#isInCall() ? "usual" : "always",
    });
  }

  /** Sends op 17 when its content has changed. */
  #announce(): void {
    if (JSON.stringify(this.#entries()) !== this.#announced) this.#send();
  }

  /** Sends op 17, the complete set of this client's calls. Repeating it requests a new voice session. */
  #send(): void {
    const entries = this.#entries();
    if (this.#parts.session.status !== ClientStatus.Ready) return;
    this.#announced = JSON.stringify(entries);
    this.#parts.session.send(GatewayOpcode.LobbyVoiceStates, entries);
  }

  #entries(): LobbyVoiceStateEntry[] {
    return [...this.#sessions.values()]
      .filter((session) => session.status !== CallStatus.Disconnected)
      .map((session) => ({
        lobby_id: session.lobbyId.toString(),
        self_mute: session.selfMute,
        self_deaf: session.selfDeaf,
      }));
  }
}

function callOf(session: CallSession | undefined): Call {
  return session === undefined ? callTo(nowhere) : callTo(() => (session.isOver ? undefined : session));
}
