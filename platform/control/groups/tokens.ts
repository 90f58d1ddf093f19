import { PROVIDER_OF, type Snowflake, type TokenPayload } from "sdkpp/wire";
import type { User } from "../../domain/records/user/user.js";
import { finishDevice } from "../../domain/rules/oauth2/device.js";
import { signInGuest } from "../../domain/rules/oauth2/provisional.js";
import { issueTokens, revokeGrant } from "../../domain/rules/oauth2/tokens.js";
import { Fault } from "../../domain/rules/outcome.js";
import { unapprovedScope } from "../../domain/views/oauth2/scopes.js";
import { isAccount, logIn } from "../../domain/world/user/account-logins.js";
import { flag, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";
import { knownUser } from "../known.js";
import type { NewGuest } from "../new-records.js";
import { perform, type RuleParts } from "../settling.js";

/** Logins and tokens, without the pages on which people agree. */
export class ControlTokens {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /**
   * Logs a user in to the platform itself, as its own app does.
   * @returns the token, which `POST /oauth2/device/verify` and `/finish` take as the whole `Authorization` header
   * @throws {RangeError} when the user does not exist, is a bot, or is banned
   */
  logIn(userId: Snowflake): string {
    const { world } = this.#parts;
    const user = knownUser(world, "userId", userId);
    requireAccount(user);
    return world.store.transaction(() => logIn(world, user));
  }

  /**
   * Answers a device as the user who types its code and presses Authorize or Cancel.
   * @param userCode in any case, with or without spaces and hyphens
   * @throws {RangeError} when the user cannot log in, or no device waits for an answer to this code
   */
  answerDevice(userId: Snowflake, userCode: string, isGranted: boolean): void {
    const { world, publisher } = this.#parts;
    const user = knownUser(world, "userId", userId);
    const typed = text("userCode", userCode);
    flag("isGranted", isGranted);
    requireAccount(user);
    // Wrong codes of a test are not guesses.
    const guesser = `control ${typed}`;
    const finished = publisher.settle(() => finishDevice(world, user, { typed, isGranted, guesser }));
    if (finished instanceof Fault)
      throw new RangeError(`userCode: no device waits for an answer to ${typed}`);
  }

  /**
   * Signs a player in who has no account of the platform, as the game's own server does; creates the provisional account the
   * first time.
   * @returns tokens with a life of 7 days and no refresh token
   * @throws {RangeError} when the application does not exist, has no provisional accounts, or the account is linked
   */
  signInGuest(applicationId: Snowflake, input: NewGuest): TokenPayload {
    inputs.id("applicationId", applicationId);
    inputs.newGuest(input);
    const { externalId, displayName } = input;
    const account = { providerType: PROVIDER_OF.DISCORD_BOT_ISSUED_ACCESS_TOKEN, externalId, displayName };
    const { world, publisher } = this.#parts;
    const issued = publisher.settle(() => signInGuest(world, { applicationId, account }));
    if (issued instanceof Fault) throw new RangeError(`signInGuest: ${issued.message}`);
    return issued.tokens;
  }

  /**
   * Issues tokens without the consent page.
   * @param scope space-separated
   * @throws {RangeError} when the user does not exist, or a scope needs an approval that the application does not have
   */
  issue(applicationId: Snowflake, userId: Snowflake, scope: string): TokenPayload {
    inputs.applicationId("applicationId", applicationId);
    const { world } = this.#parts;
    const user = knownUser(world, "userId", userId);
    if (user.banned === true)
      throw new RangeError(
        `userId: user ${userId} is banned and has no tokens; control.users.unban() ends the ban`,
      );
    text("scope", scope);
    const unapproved = unapprovedScope(world.applications.get(applicationId), scope);
    if (unapproved !== undefined)
      throw new RangeError(
        `scope: application ${applicationId} is not approved for ${unapproved}; name it in control.applications.create({ approvedScopes })`,
      );
    return world.store.transaction(() => issueTokens(world, applicationId, userId, scope));
  }

  /** Revokes every token of a user for an application; its gateway sessions close with 4004. */
  revoke(applicationId: Snowflake, userId: Snowflake): void {
    inputs.id("applicationId", applicationId);
    inputs.id("userId", userId);
    perform(this.#parts, (world) => revokeGrant(world, applicationId, userId));
  }
}

function requireAccount(user: User): void {
  if (!isAccount(user)) throw new RangeError(`userId: user ${user.id} is a bot or is banned`);
}
