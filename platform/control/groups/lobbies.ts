import { LOBBY_SECRET_MAX, type LobbyPayload, type Snowflake } from "sdkpp/wire";
import { memberOf, type Lobby } from "../../domain/records/lobby/lobby.js";
import type { Application } from "../../domain/records/oauth2/application.js";
import type { User } from "../../domain/records/user/user.js";
import { createLobby, kickMember, putMember } from "../../domain/rules/lobby/admin.js";
import { createOrJoin, deleteLobby, type JoinInput } from "../../domain/rules/lobby/membership.js";
import { done, Fault, type Outcome, type Result } from "../../domain/rules/outcome.js";
import { desktopActor, type Actor } from "../../domain/world/oauth2/actor.js";
import type { World } from "../../domain/world/world.js";
import { list, members, mistake, optional, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";
import { knownApplication, knownUser } from "../known.js";
import { settle, type RuleParts } from "../settling.js";

/** A lobby to make. */
export interface NewLobby {
  readonly applicationId: Snowflake;
  /** Lets players join who know it, 1 to 250 characters; default: only the game's server adds members. */
  readonly secret?: string;
  /** Members from the beginning; with a secret at least one. Default none. */
  readonly memberIds?: readonly Snowflake[];
  /** At most 25 pairs; 1024 characters for each key and value. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Lobbies of games. */
export class ControlLobbies {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /**
   * Makes a lobby: as the game's server does, or with a secret as its members do, who join the lobby that has the secret already.
   * @throws {RangeError} when the application or a user does not exist, the application has no bot, or a limit is reached
   */
  create(input: NewLobby): Lobby {
    const { applicationId, secret, memberIds = [], metadata } = newLobby(input);
    const { world } = this.#parts;
    const application = knownApplication(world, "applicationId", applicationId);
    const users = memberIds.map((id, index) => knownUser(world, `memberIds[${String(index)}]`, id));
    if (secret !== undefined) return this.#join(application, users, { secret, lobbyMetadata: metadata });
    const settings = { metadata, members: users.map(({ id }) => ({ id })) };
    const made = settle(this.#parts, () => createLobby(world, serverActor(world, application), settings));
    return this.get(made.id);
  }

  /** All lobbies, or those of one game; oldest first. */
  list(applicationId?: Snowflake): Lobby[] {
    const game = optional("applicationId", applicationId, inputs.applicationId);
    return this.#parts.world.lobbies.all().filter((one) => game === undefined || one.applicationId === game);
  }

  /** A lobby with its members. @throws {RangeError} when it does not exist */
  get(lobbyId: Snowflake): Lobby {
    const lobby = this.#parts.world.lobbies.get(inputs.id("lobbyId", lobbyId));
    if (lobby === undefined) throw new RangeError(`There is no lobby ${lobbyId}.`);
    return lobby;
  }

  /**
   * Puts a user into a lobby, as the game's server does; has no effect for a member.
   * @throws {RangeError} when the lobby or the user does not exist, or a limit is reached
   */
  addMember(lobbyId: Snowflake, userId: Snowflake): void {
    const { world } = this.#parts;
    const lobby = this.get(lobbyId);
    const { id } = knownUser(world, "userId", userId);
    if (memberOf(lobby, id) === undefined)
      settle(this.#parts, () => putMember(world, this.#serverOf(lobby), lobbyId, { id }));
  }

  /**
   * Removes a user from a lobby, as the game's server does; has no effect for others.
   * @throws {RangeError} when the lobby does not exist
   */
  removeMember(lobbyId: Snowflake, userId: Snowflake): void {
    const lobby = this.get(lobbyId);
    inputs.userId("userId", userId);
    settle(this.#parts, (world) => kickMember(world, this.#serverOf(lobby), lobbyId, userId));
  }

  /** Deletes a lobby with its messages; its call ends. @throws {RangeError} when it does not exist */
  remove(lobbyId: Snowflake): void {
    const lobby = this.get(lobbyId);
    settle(this.#parts, (world) => deleteLobby(world, this.#serverOf(lobby), lobbyId));
  }

  /** All join, or none. */
  #join(application: Application, users: readonly User[], join: JoinInput): Lobby {
    if (users.length === 0) throw mistake(true, "memberIds", "at least one user, who makes the lobby", []);
    const { id } = settle(this.#parts, (world) => {
      const joined = users.map((user) => allowed(createOrJoin(world, desktopActor(application, user), join)));
      const [first] = joined as [Outcome<LobbyPayload>];
      return done(
        first.reply,
        joined.flatMap(({ facts }) => facts),
      );
    });
    return this.get(id);
  }

  #serverOf({ applicationId }: Lobby): Actor {
    const { world } = this.#parts;
    return serverActor(world, knownApplication(world, "applicationId", applicationId));
  }
}

/** @throws {RangeError} with the message of the fault, which rolls back what came before it */
function allowed<T>(result: Result<T>): Outcome<T> {
  if (result instanceof Fault) throw new RangeError(result.message);
  return result;
}

/** The server of a game, which has the token of its bot. */
function serverActor({ users }: World, application: Application): Actor {
  const user = users.get(application.botUserId ?? "");
  if (user === undefined)
    throw new RangeError(
      `applicationId: application ${application.id} has no bot; control.applications.createBot() makes one`,
    );
  const authSession = application.id;
  return { kind: "bot", application, user, scope: "", scopes: new Set(), authSession, expiresAt: null };
}

function newLobby(value: unknown): NewLobby {
  const given = members("input", value);
  inputs.applicationId("applicationId", given["applicationId"]);
  optional("secret", given["secret"], (name, word) => text(name, word, 1, LOBBY_SECRET_MAX));
  optional("memberIds", given["memberIds"], (name, ids) => list(name, ids, inputs.userId));
  optional("metadata", given["metadata"], inputs.pairs);
  return value as NewLobby;
}
