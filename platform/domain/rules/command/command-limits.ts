import { COMMAND_CREATES_MAX, COMMANDS_MAX } from "sdkpp/wire";
import { commandScope, type Command } from "../../records/command/command.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { Fault } from "../outcome.js";
import type { CommandScope } from "./command-access.js";
import { tooManyCommands, tooManyCreates } from "./faults.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Why there cannot be all of these commands in one scope. */
export function numberFault(commands: readonly Pick<Command, "type">[]): Fault | undefined {
  for (const [type, limit] of COMMANDS_MAX)
    if (commands.filter((command) => command.type === type).length > limit) return tooManyCommands(limit);
  return undefined;
}

/** Counts new commands of one scope, of which a day has a limited number. */
export function countCreates(
  world: CommandWorld & ClockPort,
  { applicationId, guildId }: CommandScope,
  count: number,
): Fault | undefined {
  if (count === 0) return undefined;
  const scope = commandScope(applicationId, guildId);
  const now = world.clock.now();
  const before = world.commandCreates.get(scope);
  const running = before !== undefined && now - before.since < DAY_MS ? before : { since: now, count: 0 };
  if (running.count + count > COMMAND_CREATES_MAX) return tooManyCreates();
  world.commandCreates.put({ scope, since: running.since, count: running.count + count });
  return undefined;
}
