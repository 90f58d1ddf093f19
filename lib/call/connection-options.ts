import type { NativeAddon, NativeSessionOptions } from "../native/index.js";
import type { Clock, OpenSocket, SocketOptions } from "../net/index.js";
import type { SignatureKeys } from "./signature-keys.js";

/** The way to the main gateway: op 4 for bots, op 17 for lobbies. */
export interface VoiceSignalling {
  /** Asks for a (new) voice session; both events come back through the connection's inputs. */
  requestSession(): void;
  /** The connection is over: leave the call. Called once. */
  leave(): void;
}

export interface VoiceConnectionOptions {
  addon: NativeAddon;
  /** guild, private channel or lobby */
  serverId: bigint;
  /** undefined: learned from the first voice state (bots) */
  userId: bigint | undefined;
  signalling: VoiceSignalling;
  openSocket: OpenSocket;
  socket: SocketOptions;
  clock: Clock;
  /** cryptographically random bytes */
  randomBytes: (length: number) => Uint8Array;
  /** signature keys of end-to-end encryption, shared by the calls of one client */
  signatureKeys: SignatureKeys;
  /** newest version of end-to-end encryption to announce: 1 unless given; 0: none, which most calls refuse */
  maxDaveVersion?: number | undefined;
  preferredMode?: NativeSessionOptions["preferredMode"] | undefined;
}
