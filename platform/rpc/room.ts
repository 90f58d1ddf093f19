import { RpcCloseCode, type Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../domain/reactions/events.js";
import type { RpcContext } from "./context.js";
import { DesktopApp } from "./desktop-app.js";
import { DesktopServer } from "./desktop-server.js";
import type { SocketAddress } from "./listen.js";
import { openSocketFolder, type FolderChoice } from "./socket-folder.js";
import { hearMove, hearSpeaking } from "./voice/events.js";
import { VoiceMoves } from "./voice/moves.js";

/** How to start a desktop app. */
export interface DesktopAppStart {
  readonly userId: Snowflake;
  readonly folder: FolderChoice;
  readonly approvesAll: boolean;
}

/** The address at which a desktop app listens. */
export interface DesktopAppAddress extends SocketAddress {
  /** Folder of the socket; on Windows what stands before its name. */
  readonly folder: string;
}

/** All desktop apps that run beside the platform, at most one per user. */
export class RpcRoom {
  readonly #context: RpcContext;
  /** Apps that start or run. */
  readonly #servers = new Map<Snowflake, Promise<DesktopServer>>();
  readonly #apps = new Map<Snowflake, DesktopApp>();
  readonly #moves = new VoiceMoves();

  constructor(context: RpcContext) {
    this.#context = context;
    context.publisher.subscribe((event) => this.#hear(event));
  }

  isRunning(userId: Snowflake): boolean {
    return this.#servers.has(userId);
  }

  /** The running app of a user. */
  app(userId: Snowflake): DesktopApp | undefined {
    return this.#apps.get(userId);
  }

  /**
   * Starts the app of a user, who has none.
   * @throws {StartError} RPC_SOCKET_UNUSABLE
   */
  async start({ userId, folder: choice, approvesAll }: DesktopAppStart): Promise<DesktopAppAddress> {
    const { autoApprove, world } = this.#context;
    const approves = approvesAll || autoApprove === userId;
    const app = new DesktopApp(this.#context, userId, world.random.token(32), approves);
    const starting = this.#listen(app, choice);
    this.#servers.set(
      userId,
      starting.then(({ server }) => server),
    );
    this.#servers.get(userId)?.catch(() => this.#servers.delete(userId));
    const { address, folder } = await starting;
    this.#apps.set(userId, app);
    return { ...address, folder };
  }

  /** Quits the app of a user: its games lose their connections. @returns false when there is none */
  async quit(userId: Snowflake): Promise<boolean> {
    const server = await this.#servers.get(userId)?.catch(() => undefined);
    if (server === undefined || !this.#servers.delete(userId)) return false;
    await server.stop();
    this.#apps.get(userId)?.quit();
    this.#apps.delete(userId);
    return true;
  }

  /** Ends the connections of all games; apps of users who are no more quit. */
  async startOver(): Promise<void> {
    for (const { games } of this.#apps.values())
      for (const { sink } of games)
        sink.close(RpcCloseCode.Normal, "the platform starts over with other records");
    const gone = [...this.#servers.keys()].filter((id) => this.#context.world.users.get(id) === undefined);
    await Promise.all(gone.map((userId) => this.quit(userId)));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#servers.keys()].map((userId) => this.quit(userId)));
  }

  #hear(event: PlatformEvent): void {
    const move = this.#moves.follow(event);
    for (const app of this.#apps.values()) {
      app.hear(event);
      if (move !== undefined) this.#isolate(() => hearMove(app, move));
      if (event.kind === "voice.speaking") this.#isolate(() => hearSpeaking(app, event));
    }
  }

  #isolate(work: () => void): void {
    this.#context.guard.isolate("a voice event for games", work);
  }

  async #listen(app: DesktopApp, choice: FolderChoice) {
    const environment = { platform: process.platform, env: process.env, uid: process.getuid?.() };
    const folder = openSocketFolder(choice, environment);
    return { ...(await DesktopServer.start(app, folder)), folder: folder.path };
  }
}
