import { StatusType, type Client } from "sdkpp";
import { seenInLobby, type SeenMessage } from "./message.js";
import { signIn, type SignInOptions } from "./sign-in.js";

/** How somebody appears to friends. */
export type Status = "online" | "idle" | "dnd" | "invisible";

/** @internal */
export const STATUSES: Readonly<Record<Status, StatusType>> = {
  online: StatusType.Online,
  idle: StatusType.Idle,
  dnd: StatusType.Dnd,
  invisible: StatusType.Invisible,
};

const MOST_MESSAGES = 50;
const COME_BACK_MS = 20_000;

/** Somebody in a game, with its client. */
export class Player {
  readonly client: Client;
  readonly #messages: SeenMessage[] = [];
  readonly #lobbies = new Set<string>();

  private constructor(client: Client) {
    this.client = client;
    client.on("messageCreated", (messageId) => {
      const message = client.getMessageHandle(messageId);
      if (message !== undefined) this.#messages.push(seenInLobby(message));
    });
  }

  static async signIn(options: SignInOptions): Promise<Player> {
    return new Player(await signIn(options));
  }

  get lobbies(): ReadonlySet<string> {
    return this.#lobbies;
  }

  /** Waits while its session comes back. @returns whether it did; the platform may have been put back to before its sign-in */
  isSignedIn(): Promise<boolean> {
    return this.client.ready({ signal: AbortSignal.timeout(COME_BACK_MS) }).then(
      () => true,
      () => false,
    );
  }

  /** @returns the lobby's id */
  async joinLobby(secret: string): Promise<string> {
    const { lobbyId } = await this.client.createOrJoinLobby(secret);
    this.#lobbies.add(String(lobbyId));
    return String(lobbyId);
  }

  /** @returns the message's id */
  async say(lobbyId: string, content: string): Promise<string> {
    const { messageId } = await this.client.sendLobbyMessage(lobbyId, content);
    return String(messageId);
  }

  /** The newest messages of a lobby, oldest first. */
  async messages(lobbyId: string): Promise<SeenMessage[]> {
    const { messages } = await this.client.getLobbyMessagesWithLimit(lobbyId, MOST_MESSAGES);
    return messages.map(seenInLobby).reverse();
  }

  /** Messages of a lobby that have reached the client since the sign-in, oldest first. */
  received(lobbyId: string): SeenMessage[] {
    return this.#messages.filter(({ channelId }) => channelId === lobbyId);
  }

  async setStatus(status: Status): Promise<void> {
    await this.client.setOnlineStatus(STATUSES[status]);
  }

  close(): void {
    this.client.destroy();
  }
}
