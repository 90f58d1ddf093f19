import { Collection, type Store } from "../../../store/store.js";
import {
  commandPermissionsIndex,
  commandPermissionsKey,
  type CommandPermissions,
} from "../../records/command/command-permissions.js";
import { commandIndex, type Command, type CommandCreates } from "../../records/command/command.js";

export interface CommandWorld {
  readonly commands: Collection<Command>;
  readonly commandPermissions: Collection<CommandPermissions>;
  readonly commandCreates: Collection<CommandCreates>;
}

export function commandWorld(store: Store): CommandWorld {
  return {
    commands: new Collection<Command>(store, "command", (one) => one.id, commandIndex),
    commandPermissions: new Collection<CommandPermissions>(
      store,
      "command-permissions",
      commandPermissionsKey,
      commandPermissionsIndex,
    ),
    commandCreates: new Collection<CommandCreates>(store, "command-creates", (one) => one.scope),
  };
}
