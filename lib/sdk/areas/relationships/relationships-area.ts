import {
  friendsInGroup,
  isFriend,
  noRelationship,
  searchFriends,
  type FriendGroup,
  type RelationshipKind,
} from "../../../state/index.js";
import { RelationshipType, Route, USERNAME_MAX, USERNAME_MIN } from "../../../wire/index.js";
import { boundedText, enumArgument, idArgument, textArgument, type IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import { resultOnly, Task, type TaskOf, type OperationCall } from "../../core/operations/task.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import { enumToString, ErrorType, RelationshipGroupType } from "../../../enums/index.js";
import type { RelationshipHandle, UserHandle } from "../../handles/user-handle.js";
import type { ClientResult } from "../../values/client-result.js";
import {
  RELATIONSHIP_ACTIONS,
  type RelationshipAction,
  type RelationshipActionName,
} from "./relationship-actions.js";

export interface RelationshipsParts {
  playerApi: PlayerApi;
  world: LiveWorld;
  handles: Pick<Handles, "relationship" | "user">;
  events: EventHub<ClientEvents>;
  application: { readonly id: bigint };
}

const KIND_NAMES = { platform: "Discord", game: "game" } as const;
const LISTS = { platform: Route.relationships, game: Route.gameRelationships } as const;
const ONES = { platform: Route.relationship, game: Route.gameRelationship } as const;
const GROUPS: Readonly<Record<RelationshipGroupType, FriendGroup>> = {
  [RelationshipGroupType.OnlinePlayingGame]: "onlinePlayingGame",
  [RelationshipGroupType.OnlineElsewhere]: "onlineElsewhere",
  [RelationshipGroupType.Offline]: "offline",
};

/** Friends, requests and blocks, and the friends list. */
export class RelationshipsArea implements Feature {
  readonly #parts: RelationshipsParts;

  constructor(parts: RelationshipsParts) {
    this.#parts = parts;
    const { world, events } = parts;
    for (const type of ["relationshipCreated", "relationshipDeleted"] as const)
      world.on(type, ({ userId, kind }) => events.emit(type, userId, kind === "platform"));
    world.on("relationshipGroupsUpdated", ({ userId }) => events.emit("relationshipGroupsUpdated", userId));
  }

  /** Runs one action of the table. */
  act(name: RelationshipActionName, userId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#act(name, userId, call));
  }

  requestByName(kind: RelationshipKind, username: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#requestByName(kind, username, call));
  }

  removeBoth(userId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#removeBoth(userId, call));
  }

  handle(userId: IdLike): RelationshipHandle {
    return this.#parts.handles.relationship(idArgument("userId", userId));
  }

  all(): RelationshipHandle[] {
    const { world, handles } = this.#parts;
    return world.view.relationships.all().map(({ userId }) => handles.relationship(userId));
  }

  inGroup(groupType: RelationshipGroupType): RelationshipHandle[] {
    const group = GROUPS[enumArgument("groupType", RelationshipGroupType, groupType)];
    const { world, handles, application } = this.#parts;
    const userIds = friendsInGroup(world.view, group, application.id);
    return userIds.map((userId) => handles.relationship(userId));
  }

  search(text: string): UserHandle[] {
    const { world, handles } = this.#parts;
    const found = searchFriends(world.view, textArgument("searchStr", text));
    return found.flatMap((userId) => handles.user(userId) ?? []);
  }

  async #act(
    name: RelationshipActionName,
    userId: IdLike,
    { functionName, signal }: OperationCall,
  ): Promise<ClientResult> {
    const action: RelationshipAction = RELATIONSHIP_ACTIONS[name];
    const id = idArgument("userId", userId);
    this.#parts.playerApi.require(functionName);
    this.#check(action, id);
    await this.#send(action, id, signal);
    return success();
  }

  async #requestByName(
    kind: RelationshipKind,
    username: string,
    { functionName, signal }: OperationCall,
  ): Promise<ClientResult> {
    const { playerApi, world } = this.#parts;
    const name = { username: boundedText("username", username, USERNAME_MIN, USERNAME_MAX) };
    // The platform documents the field: null marks a unique name.
    const json = kind === "platform" ? { ...name, discriminator: null } : name;
    playerApi.require(functionName);
    await playerApi.call({ method: "POST", path: LISTS[kind](), json, signal });
    await world.until(() => this.#isRequested(kind, username.toLowerCase()));
    return success();
  }

  /** Ends both kinds of relationship, if the two are friends of either kind. */
  async #removeBoth(userId: IdLike, { functionName, signal }: OperationCall): Promise<ClientResult> {
    const id = idArgument("userId", userId);
    this.#parts.playerApi.require(functionName);
    const before = this.#parts.world.view.relationships.get(id) ?? noRelationship(id);
    if (!isFriend(before))
      throw mismatch("a Discord or game friend", id, before.platformType, before.gameType);
    for (const kind of ["platform", "game"] as const) {
      const needs = this.#typeOf(kind, id);
      if (needs !== RelationshipType.None)
        await this.#send({ kind, needs, leadsTo: [RelationshipType.None] }, id, signal);
    }
    return success();
  }

  /** @throws {Failure} ValidationError when the relationship does not allow the action: nothing is sent then */
  #check({ kind, needs }: RelationshipAction, userId: bigint): void {
    const type = this.#typeOf(kind, userId);
    if (needs === undefined || type === needs) return;
    const wanted = enumToString(RelationshipType, needs);
    throw mismatch(`a ${KIND_NAMES[kind]} relationship of type ${wanted}`, userId, type);
  }

  async #send({ kind, body, leadsTo }: RelationshipAction, userId: bigint, signal: AbortSignal) {
    const { playerApi, world } = this.#parts;
    const path = ONES[kind](userId);
    const how =
      body === undefined ? ({ method: "DELETE" } as const) : ({ method: "PUT", json: body } as const);
    await playerApi.call({ ...how, path, signal });
    await world.until(() => leadsTo.includes(this.#typeOf(kind, userId)));
  }

  #typeOf(kind: RelationshipKind, userId: bigint): RelationshipType {
    const { relationships } = this.#parts.world.view;
    const { platformType, gameType } = relationships.get(userId) ?? noRelationship(userId);
    return kind === "platform" ? platformType : gameType;
  }

  #isRequested(kind: RelationshipKind, foldedName: string): boolean {
    const world = this.#parts.world.view;
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

function mismatch(expected: string, userId: bigint, ...found: RelationshipType[]): Failure {
  const types = found.map((type) => enumToString(RelationshipType, type)).join(" and ");
  return new Failure(
    failed(
      ErrorType.ValidationError,
      `userId: expected ${expected}, received ${String(userId)} with ${types}`,
    ),
  );
}
