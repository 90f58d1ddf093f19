import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Cancel, Clock } from "sdkpp/voice";
import { WebSocketServer, type WebSocket } from "ws";
import { Refusal } from "./refusal.js";
import type { Session } from "./session.js";
import type { Sessions } from "./sessions.js";
import type { Stats } from "./stats.js";
import { snowflakeOf } from "./update.js";

const PATH = "/v4/websocket";
const STATS_MS = 60_000;
const PING_MS = 30_000;
/** Clients of Lavalink 4 send nothing. */
const MOST_RECEIVED = 4096;
/** A client that reads nothing any more. */
const MOST_UNREAD = 8 * 1024 * 1024;

/** The connections of clients. */
export class Sockets {
  readonly #sessions: Sessions;
  readonly #stats: Stats;
  readonly #clock: Clock;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MOST_RECEIVED });

  constructor(sessions: Sessions, stats: Stats, clock: Clock) {
    this.#sessions = sessions;
    this.#stats = stats;
    this.#clock = clock;
  }

  /** @param authorize throws a {@link Refusal} */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, authorize: () => void): void {
    socket.on("error", () => undefined);
    try {
      authorize();
      if (pathOf(request) !== PATH) throw new Refusal(404, `expected ${PATH}`);
      const userId = snowflakeOf("the header User-Id", request.headers["user-id"]);
      // Clients that use their session as soon as the socket opens, as poru does, know its id by then: `ready` is in the same write.
      socket.cork();
      this.#server.handleUpgrade(request, socket, head, (client) =>
        this.#opened(client, userId, headerOf(request, "session-id")),
      );
      socket.uncork();
    } catch (error) {
      refuse(socket, error);
    }
  }

  /** Closes all connections. */
  close(): void {
    for (const client of this.#server.clients) client.close(1001, "the node stops");
    this.#server.close();
  }

  #opened(client: WebSocket, userId: string, askedId: string | undefined): void {
    client.on("error", () => undefined);
    const wire = {
      send: (message: object) => {
        if (client.bufferedAmount > MOST_UNREAD) client.terminate();
        else client.send(JSON.stringify(message));
      },
    };
    try {
      const session = this.#sessions.connect(userId, wire, askedId);
      const cancels = [this.#tellStats(session), this.#keepAlive(client)];
      client.on("close", () => {
        for (const cancel of cancels) cancel();
        this.#sessions.disconnect(session);
      });
    } catch (error) {
      client.close(1013, error instanceof Error ? error.message.slice(0, 120) : "");
    }
  }

  /** At once, and each minute. */
  #tellStats(session: Session): Cancel {
    const tell = (): void => {
      const frameStats = this.#stats.framesOf(session.players.values());
      session.send({ op: "stats", ...this.#stats.ofNode(), frameStats });
    };
    tell();
    return every(this.#clock, STATS_MS, tell);
  }

  /** A client whose machine is gone answers no ping; its session waits for it from then on. */
  #keepAlive(client: WebSocket): Cancel {
    let hasAnswered = true;
    client.on("pong", () => (hasAnswered = true));
    return every(this.#clock, PING_MS, () => {
      if (!hasAnswered) return client.terminate();
      hasAnswered = false;
      client.ping();
    });
  }
}

function every(clock: Clock, ms: number, task: () => void): Cancel {
  let cancel = clock.schedule(ms, again);
  function again(): void {
    cancel = clock.schedule(ms, again);
    task();
  }
  return () => cancel();
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? "/", "http://node").pathname.replace(/\/$/, "");
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function refuse(socket: Duplex, error: unknown): void {
  const { status, message } = error instanceof Refusal ? error : new Refusal(500, "the node failed");
  const head = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? "Error"}`;
  socket.end(
    `${head}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${String(Buffer.byteLength(message))}\r\n\r\n${message}`,
  );
}
