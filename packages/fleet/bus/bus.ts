import { connect, type NatsConnection } from "@nats-io/transport-node";
import { serversArgument, wantsTls, type NatsOptions } from "./address.js";

/** A message of a subject. */
export interface Received {
  readonly data: Uint8Array;
  /** Answers a request; does nothing otherwise. */
  reply(data: Uint8Array): void;
}

/** A connection to NATS that comes back by itself. */
export class Bus {
  /** for the buckets */
  readonly connection: NatsConnection;
  readonly #watchers = new Set<() => void>();

  private constructor(connection: NatsConnection) {
    this.connection = connection;
    void this.#follow();
  }

  /** @throws Error when no server answers, or the address is refused */
  static async connect(options: NatsOptions, name: string): Promise<Bus> {
    const servers = serversArgument(options);
    const { user, pass, token, ca } = options;
    const connection = await connect({
      servers,
      name,
      maxReconnectAttempts: -1,
      // calls wait for it
      reconnectTimeWait: 100,
      reconnectJitter: 50,
      pingInterval: 1000,
      maxPingOut: 2,
      // a login that is being changed is no reason to give up
      ignoreAuthErrorAbort: true,
      ...(user !== undefined && { user }),
      ...(pass !== undefined && { pass }),
      ...(token !== undefined && { token }),
      ...(wantsTls(options, servers) && { tls: ca === undefined ? {} : { ca } }),
    });
    return new Bus(connection);
  }

  /** It was lost, or is there again. @returns ends it */
  onConnection(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Resolves when the server has answered, behind all that it sent before. */
  answered(): Promise<void> {
    return this.connection.flush();
  }

  publish(subject: string, data: Uint8Array): void {
    if (!this.connection.isClosed()) this.connection.publish(subject, data);
  }

  /** @returns ends it */
  subscribe(subject: string, listener: (message: Received) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) listener({ data: message.data, reply: (data) => void message.respond(data) });
      },
    });
    return () => subscription.unsubscribe();
  }

  /** @throws Error when nobody answers in time */
  async request(subject: string, data: Uint8Array, limitMs: number): Promise<Uint8Array> {
    return (await this.connection.request(subject, data, { timeout: limitMs })).data;
  }

  /** Ends it when what was published has left. */
  async close(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.flush().catch(() => undefined);
    await this.connection.close();
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === "disconnect" || type === "reconnect") for (const watcher of this.#watchers) watcher();
    }
  }
}
