import type { AddressInfo } from "node:net";
import { plainResolver } from "../sources/resolve.js";
import { embeddedWorker } from "../worker/embedded-worker.js";
import { authorize, httpServer } from "./http.js";
import { checkOptions, type LavalinkOptions } from "./options.js";
import { Password } from "./password.js";
import { addRoutes } from "./routes.js";
import { Sessions } from "./sessions.js";
import { Sockets } from "./sockets.js";
import { Stats } from "./stats.js";
import { systemClock } from "../bus/system-clock.js";

const DEFAULT_PORT = 2333;
const DEFAULT_HOST = "127.0.0.1";
const STUCK_MS = 10_000;
const PLAYER_UPDATE_MS = 5000;

/** A door that listens. */
export interface LavalinkDoor {
  /** what it listens on */
  readonly host: string;
  /** the TCP port, also when any was asked for */
  readonly port: number;
  /** Ends all players, tells clients that the node stops, and frees the port. Idempotent. */
  close(): Promise<void>;
}

/**
 * Starts a node that clients of Lavalink 4 take for one. It plays http and https addresses and files of its media folders, and has no
 * extractor of any service; `resolve` may have other sources.
 * @throws {RangeError} naming the option that is wrong
 * @throws Error of the system: EADDRINUSE, ENOENT of a media folder
 * @example
 * const door = await startLavalink({ password, media: ["/srv/music"] });
 * console.log(door.port);
 * await door.close();
 */
export async function startLavalink(options: LavalinkOptions): Promise<LavalinkDoor> {
  checkOptions(options);
  const password = new Password(options.password);
  const { clock = systemClock, wallClock = Date.now, media = [], host = DEFAULT_HOST } = options;
  const { ca, addonPath, allowPrivate = false } = options;
  const link = { ...(ca === undefined ? {} : { ca }), ...(addonPath === undefined ? {} : { addonPath }) };
  const worker = options.worker ?? embeddedWorker({ link, allowPrivate, clock });
  const resolve = options.resolve ?? (await plainResolver(media));
  const { stuckMs = STUCK_MS, playerUpdateMs = PLAYER_UPDATE_MS } = options;
  const sessions = new Sessions({ worker, clock, wallClock, resolve, stuckMs, playerUpdateMs });
  const stats = new Stats(sessions, clock);
  const sockets = new Sockets(sessions, stats, clock);
  const app = httpServer(password, wallClock);
  const sourceManagers = options.sourceManagers ?? (media.length > 0 ? ["http", "local"] : ["http"]);
  addRoutes(app, { sessions, stats, resolve, sourceManagers, filters: worker.filters });
  app.server.on("upgrade", (request, socket, head: Buffer) =>
    sockets.upgrade(request, socket, head, () => authorize(password, request)),
  );
  await app.listen({ host, port: options.port ?? DEFAULT_PORT });
  const { port } = app.server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    sessions.close();
    sockets.close();
    await app.close();
  };
  return { host, port, close };
}
