import type { NativeAddon, NativeSessionOptions } from "../native/index.js";
import type { Clock, OpenSocket, SocketOptions } from "../net/index.js";
import type { E2eePolicy } from "./e2ee-policy.js";
import type { CallGuard } from "./keeping/call-guard.js";
import type { KeyDirectory } from "./encrypted-members.js";
import type { SignatureKeys } from "./signature-keys.js";
import type { VerifiedKeys } from "./verified-keys.js";

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
  /** keys that people have verified, shared by the calls of one client */
  verifiedKeys: VerifiedKeys;
  /** undefined: verified keys are not stored */
  keyDirectory?: KeyDirectory | undefined;
  e2ee: E2eePolicy;
  preferredMode?: NativeSessionOptions["preferredMode"] | undefined;
  /** default "full" */
  recovery?: NativeSessionOptions["recovery"] | undefined;
  /** default "usual": refused while the media threads have too much to do */
  admission?: NativeSessionOptions["admission"] | undefined;
  /** keeps the call outside of this process; undefined: it ends with it */
  guard?: CallGuard | undefined;
}
