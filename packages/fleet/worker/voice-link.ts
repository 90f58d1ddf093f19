import { VoiceSession, type AudioPlayer, type VoiceOptions } from "sdkpp/voice";
import type { CallCredentials, CallListener, CallPlace } from "./worker.js";

/** Closes that this side made: a lost socket, an untrusted certificate, a voice gateway that answered no heartbeat. */
const OWN_CLOSES = [1006, 1015, 4900];
/** The token is not valid, or was used. */
const TOKEN_CLOSES = [4004, 4006];

/** How calls connect. */
export type LinkOptions = Pick<VoiceOptions, "ca" | "addonPath" | "clock">;

/** The voice session of a call, and those that follow it when a bot brings other credentials. */
export class VoiceLink {
  readonly #place: CallPlace;
  readonly #options: LinkOptions;
  readonly #player: AudioPlayer;
  readonly #listener: Pick<CallListener, "gatewayClosed" | "connectionChanged">;
  #session: VoiceSession | undefined;
  #credentials: CallCredentials | undefined;
  /** Others that were replaced before their session was connected: a bot that moves may send the old ones behind the new ones. */
  #unused: CallCredentials | undefined;
  /** of sessions that are over */
  #sentBefore = 0;

  constructor(
    place: CallPlace,
    options: LinkOptions,
    player: AudioPlayer,
    listener: Pick<CallListener, "gatewayClosed" | "connectionChanged">,
  ) {
    this.#place = place;
    this.#options = options;
    this.#player = player;
    this.#listener = listener;
  }

  get isConnected(): boolean {
    return this.#session?.status === "connected";
  }

  get pingMs(): number {
    return Math.round(this.#session?.getStats().roundTripMs ?? -1);
  }

  get packetsSent(): number {
    return this.#sentBefore + (this.#session?.getStats().packetsSent ?? 0);
  }

  /** The same credentials again change nothing while their session lives. @throws Error naming what is wrong with them */
  connect(credentials: CallCredentials): void {
    const before = this.#credentials;
    const isLive = this.#session !== undefined;
    if (isLive && before !== undefined && isSame(before, credentials)) return;
    // The keys of a call are those of its channel: one that was not known cannot be added to a session.
    const canMove = (before?.channelId === undefined) === (credentials.channelId === undefined);
    this.#unused = isLive && !this.isConnected ? before : undefined;
    if (isLive && canMove) this.#move(credentials);
    else this.#open(credentials);
    this.#credentials = credentials;
  }

  close(): void {
    this.#unused = undefined;
    this.#drop();
  }

  #move(credentials: CallCredentials): void {
    this.#session?.updateState(credentials);
    this.#session?.updateServer(credentials);
  }

  #open(credentials: CallCredentials): void {
    const { userId, guildId: serverId } = this.#place;
    const e2ee = credentials.channelId === undefined ? "off" : "preferred";
    const session = VoiceSession.fromCredentials({
      ...this.#options,
      ...credentials,
      userId,
      serverId,
      e2ee,
    });
    this.#drop();
    this.#session = session;
    session.subscribe(this.#player);
    session.on("closed", ({ code, reason, willRetry }) => {
      if (willRetry || session !== this.#session) return;
      if (!TOKEN_CLOSES.includes(code)) this.#unused = undefined;
      if (this.#unused === undefined) this.#listener.gatewayClosed(code, reason, !OWN_CLOSES.includes(code));
    });
    session.on("stateChange", (status) => {
      if (session !== this.#session) return;
      if (status === "connected") this.#unused = undefined;
      if (status === "disconnected") this.#drop();
      if (status === "disconnected") this.#goBack();
      this.#listener.connectionChanged();
    });
  }

  #goBack(): void {
    const unused = this.#unused;
    this.#unused = undefined;
    if (unused === undefined) return;
    this.#open(unused);
    this.#credentials = unused;
  }

  #drop(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#sentBefore = this.packetsSent;
    this.#session = undefined;
    session.destroy();
  }
}

/** Some clients name the channel the first time only. */
function isSame(one: CallCredentials, other: CallCredentials): boolean {
  return (
    one.token === other.token &&
    one.endpoint === other.endpoint &&
    one.sessionId === other.sessionId &&
    (other.channelId === undefined || one.channelId === other.channelId)
  );
}
