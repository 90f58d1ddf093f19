import type { Snowflake } from "sdkpp/wire";
import type { AuthorizeRequest } from "../domain/rules/oauth2/authorize.js";
import type { RpcGame } from "./game.js";

/** A request that waits for the user, as control shows it. */
export interface DesktopAuthorization {
  readonly id: string;
  readonly applicationId: Snowflake;
  /** space-separated */
  readonly scope: string;
}

interface Waiting extends DesktopAuthorization {
  readonly game: RpcGame;
  readonly decide: (isAccepted: boolean) => void;
}

/** Requests of games for authorization that the user of a desktop app has not answered yet, oldest first. */
export class Authorizations {
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  /** Shows a request. @returns whether the user agrees; false also when the game ends first */
  ask(game: RpcGame, { application, scope }: AuthorizeRequest): Promise<boolean> {
    const id = String((this.#count += 1));
    return new Promise((decide) =>
      this.#waiting.set(id, { id, applicationId: application.id, scope, game, decide }),
    );
  }

  list(): DesktopAuthorization[] {
    return [...this.#waiting.values()].map(({ id, applicationId, scope }) => ({ id, applicationId, scope }));
  }

  /** @returns false when nothing with this id waits */
  answer(id: string, isAccepted: boolean): boolean {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.decide(isAccepted);
    return waiting !== undefined;
  }

  /** The game has ended. */
  withdraw(game: RpcGame): void {
    for (const one of this.#waiting.values()) if (one.game === game) this.answer(one.id, false);
  }
}
