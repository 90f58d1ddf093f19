import type { Snowflake } from "sdkpp/wire";
import type { E2eeMode } from "./domain/rules/voice/e2ee.js";

export interface PlatformOptions {
  /** TCP port of HTTP and the main gateway on 127.0.0.1; 0, unless given: any free one */
  readonly port?: number;
  /** TCP port of the voice gateway on loopback; 0, unless given: any free one */
  readonly voicePort?: number;
  /**
   * Folder for the database and the certificate authority; in memory and made anew unless given. One platform at a time can
   * have it.
   */
  readonly dataDir?: string;
  /** This account agrees to every authorize request at once. */
  readonly autoApprove?: Snowflake;
  /** Whether HTTP buckets refuse with 429; their headers are always sent. False unless given. */
  readonly enforceRateLimits?: boolean;
  /** Whether calls are encrypted end to end; `"required"` unless given. Stages never are. */
  readonly e2ee?: E2eeMode;
  /**
   * Origins (`https://game.example`, or `*` for any) whose pages may use the HTTP API; none unless given. The pages of the
   * platform itself stay its own.
   */
  readonly cors?: readonly string[];
  /**
   * Main gateway sessions that one user may have at once, those that wait for a resume among them, 1 or more; 100 unless
   * given. One more ends the oldest that waits, and is refused with 4015 when none does.
   */
  readonly sessionsPerUser?: number;
  /** What Hello of the main gateway announces, milliseconds, 100 or more; 41,250 unless given. Three missed beats end a socket. */
  readonly heartbeatIntervalMs?: number;
  /** How long a request may take to arrive, and a TLS handshake to end; milliseconds, 100 or more; 30,000 unless given. */
  readonly requestTimeoutMs?: number;
  /** Called with one line for what an operator should know; nothing is printed unless given. */
  readonly log?: (line: string) => void;
}

/** Where a running platform is reached. */
export interface Endpoints {
  /** `http://127.0.0.1:<port>/api` */
  readonly apiBase: string;
  /** `http://127.0.0.1:<port>` */
  readonly webBase: string;
  /** `ws://127.0.0.1:<port>/gateway` */
  readonly gateway: string;
  /** `localhost:<port>`: what voice server updates name */
  readonly voice: string;
  /** The certificate authority to trust for {@link Endpoints.voice}, PEM. */
  readonly ca: string;
  /** The same as a file; only with a data folder. */
  readonly caPath?: string;
}
