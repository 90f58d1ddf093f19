import { idArgument, type IdLike } from "../argument.js";
import { ValueObject } from "./value-object.js";

interface LinkedLobbyFields {
  applicationId: bigint;
  lobbyId: bigint;
}

const defaults = (): LinkedLobbyFields => ({ applicationId: 0n, lobbyId: 0n });

/** The lobby that is linked to a server's channel. A value object: copies are independent. @mirrors LinkedLobby */
export class LinkedLobby extends ValueObject<LinkedLobbyFields> {
  static readonly nullobj = LinkedLobby.invalid(new LinkedLobby());

  /** @mirrors LinkedLobby::LinkedLobby */
  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: LinkedLobby): LinkedLobby {
    return new LinkedLobby().moveAssign(other);
  }

  /** @internal */
  static of(fields: LinkedLobbyFields): LinkedLobby {
    const made = new LinkedLobby();
    made.fill(fields);
    return made;
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): LinkedLobby {
    return new LinkedLobby().assign(this);
  }

  /** Whose lobby it is: not always of the player's game. @mirrors LinkedLobby::ApplicationId */
  get applicationId(): bigint {
    return this.fields.applicationId;
  }

  set applicationId(value: IdLike) {
    this.change("applicationId", idArgument("applicationId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors LinkedLobby::SetApplicationId */
  setApplicationId(value: IdLike): void {
    this.applicationId = value;
  }

  /** @mirrors LinkedLobby::LobbyId */
  get lobbyId(): bigint {
    return this.fields.lobbyId;
  }

  set lobbyId(value: IdLike) {
    this.change("lobbyId", idArgument("lobbyId", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors LinkedLobby::SetLobbyId */
  setLobbyId(value: IdLike): void {
    this.lobbyId = value;
  }
}
