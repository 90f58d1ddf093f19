import type { Publisher } from "../domain/reactions/publisher.js";
import type { User } from "../domain/records/user/user.js";
import { finishDevice } from "../domain/rules/oauth2/device.js";
import { Fault } from "../domain/rules/outcome.js";
import { isAccount, logIn } from "../domain/world/user/account-logins.js";
import type { World } from "../domain/world/world.js";

export interface ControlAccountsParts {
  readonly world: World;
  readonly publisher: Publisher;
}

/** Actions of users on their accounts outside every game. */
export class ControlAccounts {
  readonly #parts: ControlAccountsParts;

  constructor(parts: ControlAccountsParts) {
    this.#parts = parts;
  }

  logIn(user: User): string {
    const { world } = this.#parts;
    requireAccount(user);
    return world.store.transaction(() => logIn(world, user));
  }

  answerDevice(user: User, typed: string, isGranted: boolean): void {
    const { world, publisher } = this.#parts;
    requireAccount(user);
    // Wrong codes of a test are not guesses.
    const guesser = `control ${typed}`;
    const finished = publisher.settle(() => finishDevice(world, user, { typed, isGranted, guesser }));
    if (finished instanceof Fault)
      throw new RangeError(`userCode: no device waits for an answer to ${typed}`);
  }
}

function requireAccount(user: User): void {
  if (!isAccount(user)) throw new RangeError(`userId: user ${user.id} is a bot or is banned`);
}
