import type { Snowflake } from "sdkpp/wire";
import type { E2eeMode } from "./domain/rules/voice/e2ee.js";
import type { LogSeverity } from "./guard/guard.js";
import type { SeedFile } from "./seed-file.js";
import type { TakenOverClose } from "./voice/gateway/taken-over-close.js";
import type { NetworkProfile } from "./voice/sfu/network-profiles.js";

/** A desktop app to start. */
export interface NewDesktopApp {
  /** Account that is logged in to it; as an option of the platform its user name will do. */
  readonly userId: Snowflake;
  /**
   * Where its socket is: a folder, which is made unless it exists, and must belong to the user of this process and be closed
   * to all others (mode 0700); `"real"` for the folder in which games look first, where it stands in for an installed app;
   * default: a new folder of its own. On Windows the beginning of a pipe's name, such as `\\\\?\\pipe\\mine-`.
   */
  readonly folder?: string;
  /** Whether its user agrees to every AUTHORIZE at once; default false: `control.desktop.answer` decides. */
  readonly approvesAll?: boolean;
}

/** The address of the control API, and who may use it. */
export interface ControlApiOptions {
  /** TCP port on 127.0.0.1; default 0: any free port. */
  readonly port?: number;
  /** Path of a Unix socket, or name of a Windows pipe, instead of a port. */
  readonly socket?: string;
  /** The secret that programs have to send, 16 to 256 visible characters; default: the one kept in the data folder, or a new one. */
  readonly token?: string;
}

export interface PlatformOptions {
  /** TCP port of HTTP and the main gateway on 127.0.0.1; default 0: any free port */
  readonly port?: number;
  /** TCP port of the voice gateway on loopback; default 0: any free port */
  readonly voicePort?: number;
  /**
   * Folder for the database and the certificate authority; default: both are new and in memory. Only one platform at a time can
   * use a folder.
   */
  readonly dataDir?: string;
  /** Id or user name of an account that approves every authorize request without a page. */
  readonly autoApprove?: string;
  /**
   * Whether requests above a rate limit are answered with 429, as the real service does; the headers are always sent. Default true:
   * 5 writes and 50 reads of a route in a second, 50 requests in all, and in two hours what an application in development may do
   * (`control.applications.approve`).
   */
  readonly enforceRateLimits?: boolean;
  /** End-to-end encryption of calls; default `"required"`. Stages are never encrypted. */
  readonly e2ee?: E2eeMode;
  /**
   * How the old socket of a voice session ends that is resumed on another one, as when a call moves to another process: with the
   * close code 4014 or 4006, or with `"none"` without a close frame. Default 4014. What the real service does is not documented.
   */
  readonly takenOverClose?: TakenOverClose;
  /**
   * Whether a voice token is rejected with 4006 when it comes a second time, but for Resume. Default false: libraries identify again with the token
   * that they have, also from another machine. How often the real service takes one is not documented.
   */
  readonly singleUseVoiceTokens?: boolean;
  /**
   * Origins (`https://game.example`, or `*` for all) whose pages may use the HTTP API; default none. Does not apply to the
   * platform's own pages.
   */
  readonly cors?: readonly string[];
  /**
   * Names besides those of loopback (`localhost`, `127.0.0.1`, `*.localhost`) under which HTTP and the main gateway answer, such as
   * that of a tunnel: `platform.example`. Requests under others get 403, so that no page can make its own name lead here.
   */
  readonly hosts?: readonly string[];
  /**
   * Concurrent main gateway sessions that one user may have, including those that wait for a resume; at least 1, default 100.
   * One more ends the oldest session that waits, or is rejected with 4015 when none waits.
   */
  readonly sessionsPerUser?: number;
  /** Heartbeat interval of the main gateway, milliseconds; at least 100, default 41,250. Three missed heartbeats end a socket. */
  readonly heartbeatIntervalMs?: number;
  /** Time limit for the arrival of a request and for a TLS handshake, milliseconds; at least 100, default 30,000. */
  readonly requestTimeoutMs?: number;
  /**
   * Whether event webhooks may go to this machine and to private networks, by `http:` too; default false: only to public
   * addresses by `https:`.
   */
  readonly localWebhooks?: boolean;
  /**
   * Whether OpenID Connect issuers of applications may be on this machine and in private networks, by `http:` too; default
   * false: only public hosts by `https:`. Everything else about their tokens is checked all the same.
   */
  readonly allowInsecureIssuers?: boolean;
  /**
   * Starts a desktop app for this user as soon as the platform runs: games reach it over RPC on a local socket, whose address is
   * {@link Endpoints.desktopApp}. Default: none; `control.desktop.start` starts more.
   */
  readonly desktopApp?: NewDesktopApp;
  /**
   * Opens the control API: `platform.control` for other programs, over HTTP on an address of its own. Default: closed.
   * `connectControl` of `@sdkpp/platform/control` uses it.
   */
  readonly controlApi?: ControlApiOptions;
  /**
   * The time at which the platform's clock begins: a day (midnight, UTC) or a moment with its zone, ISO 8601, such as
   * `"2026-03-29T01:59:50Z"`. Default: the machine's time.
   */
  readonly asOf?: string;
  /**
   * Whether the clock stands from the start, until `control.clock` moves it or lets it go. With {@link PlatformOptions.asOf} the same
   * operations then get the same ids, in every run. Default: false.
   */
  readonly frozen?: boolean;
  /**
   * The world to begin with, instead of the usual first records: the path of a YAML or JSON file, or what such a file says. In a data
   * folder that is in use, what it names and does not exist is added. {@link Seeded} then has its first application, server, text
   * and voice channel, and users; empty text for what it has none of.
   */
  readonly seed?: string | SeedFile;
  /**
   * Impairs the network of calls from the start, for everybody: `"wifi"` (1 % loss, 5 ms delay), `"mobile"` (3 %, 60 ms) or `"bad"`
   * (10 %, 120 ms), in each direction. Default: none; `control.faults` changes it.
   */
  readonly impair?: NetworkProfile;
  /** Called with each log line: `"error"` says that the platform itself has failed. By default nothing is logged. */
  readonly log?: (line: string, severity: LogSeverity) => void;
}

/** Addresses of a running platform. */
export interface Endpoints {
  /** `http://127.0.0.1:<port>/api` */
  readonly apiBase: string;
  /** Stands for the legacy host, which serves no version from 10 on: `http://127.0.0.1:<port>/legacy/api` */
  readonly legacyApiBase: string;
  /** `http://127.0.0.1:<port>` */
  readonly webBase: string;
  /** `ws://127.0.0.1:<port>/gateway` */
  readonly gateway: string;
  /** `localhost:<port>`, as in voice server updates */
  readonly voice: string;
  /** The certificate authority to trust for {@link Endpoints.voice}, PEM. */
  readonly ca: string;
  /** Path of the same certificate; only with a data folder. */
  readonly caPath?: string;
  /** `http://127.0.0.1:<port>`, or `unix:<path>`; only with the option `controlApi`. */
  readonly control?: string;
  /** Path of the RPC socket; only with the option `desktopApp`. */
  readonly desktopApp?: string;
}
