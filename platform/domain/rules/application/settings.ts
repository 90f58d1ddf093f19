import { LIMITED_FLAGS, type Application } from "../../records/oauth2/application.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { FREE_REACH, reachOf } from "../../world/application/privileges.js";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import type { ApplicationInput } from "./application-input.js";

/** Rejects by name what this platform does not emulate, rather than dropping it silently. */
export function unbuiltPart(input: ApplicationInput): Fault | undefined {
  const fields = ["team_id", "type"] as const;
  const field = fields.find((name) => input[name] != null);
  if (field === undefined) return undefined;
  return invalidField(field, "NOT_EMULATED", `This platform does not emulate ${field}.`);
}

/** Flags, numbers, and the address for interactions; an empty one removes it. */
export function changedFlags(
  world: GuildWorld,
  before: Application,
  input: ApplicationInput,
): Partial<Application> | Fault {
  const { flags, explicit_content_filter: filter, max_participants: participants } = input;
  const { interactions_endpoint_url: url } = input;
  const fault = flags == null ? undefined : flagFault(world, before, flags);
  if (fault !== undefined) return fault;
  return {
    ...(flags == null ? {} : { flags }),
    ...(filter === undefined ? {} : { explicitContentFilter: filter ?? 0 }),
    ...(url === undefined ? {} : { interactionsUrl: url === null || url === "" ? undefined : url }),
    ...(participants === undefined ? {} : { maxParticipants: participants ?? undefined }),
  };
}

/** Only the limited form of a privilege can be changed here, and a large application cannot take it. */
function flagFault(world: GuildWorld, before: Application, flags: number): Fault | undefined {
  const changes = before.flags ^ flags;
  if ((changes & ~LIMITED_FLAGS) !== 0)
    return invalidField(
      "flags",
      "BASE_TYPE_CHOICES",
      "Only the flags of limited privileged intents can be changed.",
    );
  const isGain = (changes & flags) !== 0;
  if (!isGain || reachOf(world, before) < FREE_REACH) return undefined;
  return invalidField(
    "flags",
    "APPLICATION_PRIVILEGES_NEED_APPROVAL",
    `An application that reaches ${String(FREE_REACH)} users needs an approval for privileged intents.`,
  );
}
