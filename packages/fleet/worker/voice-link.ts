import { VoiceSession, type AudioPlayer, type VoiceOptions } from "sdkpp/voice";
import type { CallCredentials, CallListener, CallPlace } from "./worker.js";

/** Closes that this side made: a lost socket, an untrusted certificate, a voice gateway that answered no heartbeat. */
const OWN_CLOSES = [1006, 1015, 4900];

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
    if (isLive && canMove) this.#move(credentials);
    else this.#open(credentials);
    this.#credentials = credentials;
  }

  close(): void {
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
      if (!willRetry && session === this.#session)
        this.#listener.gatewayClosed(code, reason, !OWN_CLOSES.includes(code));
    });
    session.on("stateChange", (status) => {
      if (session !== this.#session) return;
      if (status === "disconnected") this.#drop();
      this.#listener.connectionChanged();
    });
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
