import { EventEmitter } from "node:events";
import {
  VoiceSession,
  type VoiceClose,
  type VoiceCredentials,
  type VoicePhase,
  type VoiceStatus,
} from "sdkpp/voice";
import { DAVESession } from "./dave-session.js";
import type { EngineOptions } from "./engine-options.js";
import { OpusOutlet } from "./opus-outlet.js";
import type {
  ConnectionData,
  ConnectionOptions,
  NetworkingReadyState,
  NetworkingResumingState,
  NetworkingState,
} from "./states.js";
import { NetworkingStatusCode } from "./status-code.js";
import { VoiceUDPSocket } from "./udp-socket.js";
import { VoiceWebSocket } from "./web-socket.js";

/** How a voice session is opened. */
export interface NetworkingOptions extends EngineOptions {
  daveEncryption?: boolean | undefined;
  debug?: boolean | undefined;
  decryptionFailureTolerance?: number | undefined;
}

/** What the socket of a network that is lost closes with. */
const LOST = 1006;
const DAVE_VERSION = 1;

export interface NetworkingEvents {
  debug: [message: string];
  error: [error: Error];
  stateChange: [oldState: NetworkingState, newState: NetworkingState];
  /** the session ended, with the close code of the voice gateway */
  close: [code: number];
  /** a transition of the end-to-end encryption took place */
  transitioned: [transitionId: number];
}

/** One voice session of the engine. */
export class Networking extends EventEmitter<NetworkingEvents> {
  #state: NetworkingState;
  readonly #session: VoiceSession;
  readonly #debug: ((message: string) => void) | undefined;
  readonly #connectionOptions: ConnectionOptions;
  readonly #ws = new VoiceWebSocket();
  readonly #udp: VoiceUDPSocket;
  readonly #dave: DAVESession | undefined;
  #closeCode: number | undefined;
  /** The engine does not mend the newest close: the owner of this session decides. */
  #isLeft = false;
  #prepared: Buffer | undefined;
  #outlet: OpusOutlet | undefined;

  /** @throws Error when the addon cannot be loaded, or an option is not valid */
  constructor(connectionOptions: ConnectionOptions, options: NetworkingOptions = {}) {
    super();
    this.#debug = options.debug === true ? (message) => this.emit("debug", message) : undefined;
    this.#connectionOptions = connectionOptions;
    const open = options.openSession ?? ((credentials) => VoiceSession.fromCredentials(credentials));
    const session = open(credentialsOf(connectionOptions, options));
    this.#session = session;
    this.#udp = new VoiceUDPSocket(undefined, () => roundTrip(session));
    this.#dave = options.daveEncryption === false ? undefined : daveOf(session, connectionOptions);
    this.#state = { code: NetworkingStatusCode.OpeningWs, ws: this.#ws, connectionOptions };
    session.on("stateChange", (status) => this.#statusChanged(status));
    session.on("closed", (close) => this.#closed(close));
    session.on("phase", (phase, detail) => this.#phase(phase, detail));
    session.on("transitioned", (transitionId) => this.emit("transitioned", transitionId));
    session.on("warning", (message) => this.#debug?.(`[engine] ${message}`));
  }

  /** The state. */
  get state(): NetworkingState {
    return this.#state;
  }

  set state(newState: NetworkingState) {
    const oldState = this.#state;
    this.#state = newState;
    this.emit("stateChange", oldState, newState);
  }

  /** @internal */
  get session(): VoiceSession {
    return this.#session;
  }

  /** Ends the session, without a word to the main gateway. */
  destroy(): void {
    if (this.#state.code !== NetworkingStatusCode.Closed) this.state = { code: NetworkingStatusCode.Closed };
    this.#session.destroy();
  }

  /** Keeps a packet for {@link dispatchAudio}. @returns undefined when the session is not ready */
  prepareAudioPacket(opusPacket: Buffer): Buffer | undefined {
    if (this.#state.code !== NetworkingStatusCode.Ready) return undefined;
    this.#prepared = opusPacket;
    return opusPacket;
  }

  /** Sends the packet that was prepared. @returns false when there is none */
  dispatchAudio(): boolean {
    const packet = this.#prepared;
    this.#prepared = undefined;
    if (packet === undefined || this.#state.code !== NetworkingStatusCode.Ready) return false;
    if (this.#outlet === undefined || this.#outlet.isOver) this.#outlet = new OpusOutlet(this.#session);
    this.#outlet.send(packet);
    return true;
  }

  /** Does nothing: the engine shows who speaks by what is sent. */
  setSpeaking(_speaking: boolean): void {
    return undefined;
  }

  #statusChanged(status: VoiceStatus): void {
    if (this.#state.code === NetworkingStatusCode.Closed) return;
    switch (status) {
      case "connected":
        this.state = this.#connected(NetworkingStatusCode.Ready);
        return;
      case "reconnecting":
        // the session waits for another server: in this package its owner decides
        if (this.#isLeft) this.#over();
        else this.#resuming();
        return;
      case "disconnected":
        this.#over();
        return;
      case "joining":
      case "connecting":
      case "signalling":
      case "disconnecting":
        return;
    }
  }

  /** The engine says why before it says that the session is over. */
  #closed({ code, reason, willRetry }: VoiceClose): void {
    this.#debug?.(`[engine] closed with ${String(code)} ${reason}`.trimEnd());
    this.#closeCode = code;
    this.#isLeft = !willRetry;
    if (willRetry) this.#resuming();
  }

  /** A session that has never been ready begins anew and resumes nothing. */
  #resuming(): void {
    if (this.#state.code === NetworkingStatusCode.Ready)
      this.state = this.#connected(NetworkingStatusCode.Resuming);
  }

  #phase(phase: VoicePhase, detail: string): void {
    this.#debug?.(`[engine] ${phase} ${detail}`.trimEnd());
    const isOpening = this.#state.code < NetworkingStatusCode.Ready;
    if (isOpening && phase === "identify") this.state = this.#opening();
    else if (isOpening && phase === "discoverAddress")
      this.state = this.#handshaking(NetworkingStatusCode.UdpHandshaking);
    else if (isOpening && phase === "selectProtocol")
      this.state = this.#handshaking(NetworkingStatusCode.SelectingProtocol);
  }

  #opening(): NetworkingState {
    const connectionOptions = this.#connectionOptions;
    return { code: NetworkingStatusCode.Identifying, ws: this.#ws, connectionOptions };
  }

  #handshaking(
    code: NetworkingStatusCode.UdpHandshaking | NetworkingStatusCode.SelectingProtocol,
  ): NetworkingState {
    return {
      code,
      ws: this.#ws,
      udp: this.#udp,
      connectionData: { connectedClients: new Set(), ssrc: 0 },
      connectionOptions: this.#connectionOptions,
    };
  }

  #over(): void {
    this.destroy();
    this.emit("close", this.#closeCode ?? LOST);
  }

  #connected<Code extends NetworkingStatusCode.Ready | NetworkingStatusCode.Resuming>(
    code: Code,
  ): (NetworkingReadyState | NetworkingResumingState) & { code: Code } {
    return {
      code,
      ws: this.#ws,
      udp: this.#udp,
      dave: this.#dave,
      connectionData: noConnectionData(),
      connectionOptions: this.#connectionOptions,
    } as (NetworkingReadyState | NetworkingResumingState) & { code: Code };
  }
}

function credentialsOf(connection: ConnectionOptions, options: NetworkingOptions): VoiceCredentials {
  const { ca, agent, addonPath } = options;
  return {
    ...connection,
    // Signs that others see: the package shows them in the voice state, and hears and speaks all the same.
    selfDeaf: false,
    selfMute: false,
    e2ee: options.daveEncryption === false ? "off" : "preferred",
    ...(ca === undefined ? {} : { ca }),
    ...(agent === undefined ? {} : { agent }),
    ...(addonPath === undefined ? {} : { addonPath }),
  };
}

function roundTrip(session: VoiceSession): number | undefined {
  const { roundTripMs } = session.getStats();
  return roundTripMs < 0 ? undefined : roundTripMs;
}

function daveOf(session: VoiceSession, { userId, channelId }: ConnectionOptions): DAVESession {
  return new DAVESession(
    DAVE_VERSION,
    userId,
    channelId,
    {},
    {
      privacyCode: () => session.encryption.privacyCode,
      verificationCode: (other) => session.verificationCode(other),
      isOn: () => session.encryption.state === "on",
    },
  );
}

function noConnectionData(): ConnectionData {
  return {
    connectedClients: new Set(),
    encryptionMode: "",
    nonce: 0,
    nonceBuffer: Buffer.alloc(0),
    packetsPlayed: 0,
    secretKey: new Uint8Array(0),
    sequence: 0,
    speaking: false,
    ssrc: 0,
    timestamp: 0,
  };
}
