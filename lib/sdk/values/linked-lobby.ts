import type { IdLike } from "../argument.js";
import { field, id } from "./field.js";
import { defineFields, filled, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of a {@link LinkedLobby}. */
export interface LinkedLobbyFields {
  /**
   * The lobby's application, which may be another game.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedLobby::ApplicationId, LinkedLobby::SetApplicationId
   */
  get applicationId(): bigint;
  set applicationId(value: IdLike);

  /**
   * The lobby.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors LinkedLobby::LobbyId, LinkedLobby::SetLobbyId
   */
  get lobbyId(): bigint;
  set lobbyId(value: IdLike);
}

export interface LinkedLobby extends LinkedLobbyFields, SettersOf<LinkedLobbyFields> {}

/**
 * The lobby that a server channel is linked to. A value object: copies are independent.
 * @mirrors LinkedLobby, LinkedLobby::LinkedLobby
 */
export class LinkedLobby extends ValueObject {
  declare static readonly nullobj: LinkedLobby;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: LinkedLobby) {
    super(other);
  }
}

defineFields<LinkedLobby>(LinkedLobby, {
  applicationId: field(id, 0n),
  lobbyId: field(id, 0n),
});

/** Makes one from values of the platform, which may exceed the limits of the setters. */
export function linkedLobbyOf(values: LinkedLobbyFields): LinkedLobby {
  return filled(new LinkedLobby(), values);
}
