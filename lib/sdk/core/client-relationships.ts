import { isFriend, noRelationship, type RelationshipKind, type World } from "../../state/index.js";
import { RelationshipType, Route, USERNAME_MAX, USERNAME_MIN } from "../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../argument.js";
import { enumToString } from "../enum-to-string.js";
import { ErrorType } from "../enums.js";
import type { ClientResult } from "../values/client-result.js";
import type { Api } from "./api.js";
import type { ClientSession } from "./client-session.js";
import { failed, Failure, success } from "./failure.js";
import {
  RELATIONSHIP_ACTIONS,
  type RelationshipAction,
  type RelationshipActionName,
} from "./relationship-actions.js";
import type { WorldNews } from "./world-news.js";

export interface RelationshipParts {
  api: Api;
  session: ClientSession;
  world: World;
  news: WorldNews;
}

const KIND_NAMES = { platform: "Discord", game: "game" } as const;
const LISTS = { platform: Route.relationships, game: Route.gameRelationships } as const;
const ONES = { platform: Route.relationship, game: Route.gameRelationship } as const;

/** Friends, requests and blocks: what the player does about them. */
export class ClientRelationships {
  readonly #parts: RelationshipParts;

  constructor(parts: RelationshipParts) {
    this.#parts = parts;
  }

  /** Carries out one action of the table. */
  async act(name: RelationshipActionName, userId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const action: RelationshipAction = RELATIONSHIP_ACTIONS[name];
    const id = idArgument("userId", userId);
    this.#require(name);
    this.#check(action, id);
    await this.#send(action, id, signal);
    return success();
  }

  async requestByName(
    kind: RelationshipKind,
    name: "SendDiscordFriendRequest" | "SendGameFriendRequest",
    username: string,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { api, session, news } = this.#parts;
    const asked = { username: boundedText("username", username, USERNAME_MIN, USERNAME_MAX) };
    // Documented with it: null stands for a name that is unique.
    const json = kind === "platform" ? { ...asked, discriminator: null } : asked;
    this.#require(name);
    await api.call({ method: "POST", path: LISTS[kind](), json, signal }, session.token);
    await news.until(() => this.#isAsked(kind, username.toLowerCase()));
    return success();
  }

  /** Whatever stands between the two ends, if they are friends of either kind. */
  async removeBoth(userId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const id = idArgument("userId", userId);
    this.#require("RemoveDiscordAndGameFriend");
    const before = this.#parts.world.relationships.get(id) ?? noRelationship(id);
    if (!isFriend(before))
      throw refused("a Discord or game friend", id, before.platformType, before.gameType);
    for (const kind of ["platform", "game"] as const) {
      const needs = this.#typeOf(kind, id);
      if (needs !== RelationshipType.None)
        await this.#send({ kind, needs, leadsTo: [RelationshipType.None] }, id, signal);
    }
    return success();
  }

  #require(name: string): void {
    this.#parts.session.requireReady();
    this.#parts.session.requireEnabled(name);
  }

  /** Nothing is sent for what cannot be. */
  #check({ kind, needs }: RelationshipAction, userId: bigint): void {
    const type = this.#typeOf(kind, userId);
    if (needs === undefined || type === needs) return;
    const wanted = enumToString(RelationshipType, needs);
    throw refused(`a ${KIND_NAMES[kind]} relationship of type ${wanted}`, userId, type);
  }

  async #send({ kind, body, leadsTo }: RelationshipAction, userId: bigint, signal: AbortSignal) {
    const { api, session, news } = this.#parts;
    const path = ONES[kind](userId);
    const how =
      body === undefined ? ({ method: "DELETE" } as const) : ({ method: "PUT", json: body } as const);
    await api.call({ ...how, path, signal }, session.token);
    await news.until(() => leadsTo.includes(this.#typeOf(kind, userId)));
  }

  #typeOf(kind: RelationshipKind, userId: bigint): RelationshipType {
    const { platformType, gameType } = this.#parts.world.relationships.get(userId) ?? noRelationship(userId);
    return kind === "platform" ? platformType : gameType;
  }

  #isAsked(kind: RelationshipKind, foldedName: string): boolean {
    const { world } = this.#parts;
    const { leadsTo }: RelationshipAction = RELATIONSHIP_ACTIONS.SendDiscordFriendRequestById;
    return world.relationships
      .all()
      .some(
        ({ userId }) =>
          world.users.get(userId)?.username.toLowerCase() === foldedName &&
          leadsTo.includes(this.#typeOf(kind, userId)),
      );
  }
}

function refused(expected: string, userId: bigint, ...found: RelationshipType[]): Failure {
  const types = found.map((type) => enumToString(RelationshipType, type)).join(" and ");
  return new Failure(
    failed(
      ErrorType.ValidationError,
      `userId: expected ${expected}, received ${String(userId)} with ${types}`,
    ),
  );
}
