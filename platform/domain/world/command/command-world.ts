import type { Collection } from "../../../store/store.js";
import type { CommandPermissions } from "../../records/command/command-permissions.js";
import type { Command, CommandCreates } from "../../records/command/command.js";

export interface CommandWorld {
  readonly commands: Collection<Command>;
  readonly commandPermissions: Collection<CommandPermissions>;
  readonly commandCreates: Collection<CommandCreates>;
}
