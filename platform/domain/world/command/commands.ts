import type { Snowflake } from "sdkpp/wire";
import { commandPermissionsKey } from "../../records/command/command-permissions.js";
import { commandScope, type Command } from "../../records/command/command.js";
import type { CommandWorld } from "./command-world.js";

/** The commands of an application in one server, or its own, oldest first. */
export function commandsOf(
  world: CommandWorld,
  applicationId: Snowflake,
  guildId: Snowflake | null,
): Command[] {
  return world.commands.listBy("scope", commandScope(applicationId, guildId));
}

/** A command, and who may use it, is gone. */
export function removeCommand(world: CommandWorld, { id }: Command): void {
  removePermissions(world, id);
  world.commands.delete(id);
}

/** A command that is gone or has another name keeps no permissions, in any server. */
export function removePermissions(world: CommandWorld, commandId: Snowflake): void {
  for (const record of world.commandPermissions.listBy("command", commandId))
    world.commandPermissions.delete(commandPermissionsKey(record));
}
