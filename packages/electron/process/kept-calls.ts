import { Client, type Subscription } from "sdkpp";

/** Tells in which calls the player is, whenever that has changed. Calls are rejoined by another client, once it knows their lobbies. */
export class KeptCalls implements Disposable {
  readonly #client: Client;
  readonly #tell: (lobbies: readonly string[]) => void;
  readonly #subscriptions: readonly Subscription[];
  #toldNow = "";
  /** those of a client before this one, which are to be rejoined */
  readonly #missing: Set<string>;

  constructor(client: Client, lobbies: readonly string[], tell: (lobbies: readonly string[]) => void) {
    this.#client = client;
    this.#missing = new Set(lobbies);
    this.#toldNow = lobbies.join();
    this.#tell = tell;
    const look = (): void => this.look();
    this.#subscriptions = [
      client.on("statusChanged", look),
      client.on("lobbyCreated", look),
      client.on("voiceParticipantChanged", look),
      client.on("lobbyDeleted", (lobbyId) => {
        this.#missing.delete(String(lobbyId));
        this.look();
      }),
    ];
  }

  /** The player has signed out: whoever signs in next was in none of them. */
  forget(): void {
    this.#missing.clear();
    this.look();
  }

  /** Rejoins what it can, and tells what is new. */
  look(): void {
    if (this.#client.getStatus() === Client.Status.Ready) this.#rejoin();
    const calls = this.#client.getCalls().map((call) => String(call.getChannelId()));
    const now = [...new Set([...calls, ...this.#missing])].sort();
    if (now.join() === this.#toldNow) return;
    this.#toldNow = now.join();
    this.#tell(now);
  }

  #rejoin(): void {
    for (const lobbyId of [...this.#missing]) {
      if (this.#client.getLobbyHandle(lobbyId) === undefined) continue;
      this.#missing.delete(lobbyId);
      this.#client.startCall(lobbyId);
    }
  }

  [Symbol.dispose](): void {
    for (const one of this.#subscriptions) one.dispose();
  }
}
