import type { IdLike } from "../argument.js";
import { field, id } from "./field.js";
import { filled, valueObject, type ValuesOf } from "./value-object.js";

interface LinkedLobbyMembers {
  /** The lobby's application, which may be another game. @mirrors LinkedLobby::ApplicationId */
  get applicationId(): bigint;
  set applicationId(value: IdLike);

  /**
   * Sets {@link applicationId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedLobby::SetApplicationId
   */
  setApplicationId(value: IdLike): void;

  /** The lobby. @mirrors LinkedLobby::LobbyId */
  get lobbyId(): bigint;
  set lobbyId(value: IdLike);

  /**
   * Sets {@link lobbyId}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedLobby::SetLobbyId
   */
  setLobbyId(value: IdLike): void;
}

/**
 * The lobby that a server channel is linked to. A value object: copies are independent.
 * @mirrors LinkedLobby, LinkedLobby::LinkedLobby
 */
export class LinkedLobby extends valueObject<LinkedLobbyMembers>({
  applicationId: field(id, 0n),
  lobbyId: field(id, 0n),
}) {
  declare static readonly nullobj: LinkedLobby;

  /** @internal values of the platform may exceed the limits of the setters */
  static of(values: ValuesOf<LinkedLobbyMembers>): LinkedLobby {
    return filled(new LinkedLobby(), values);
  }
}
