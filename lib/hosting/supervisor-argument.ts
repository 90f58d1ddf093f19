import { ArgumentError } from "../wire/index.js";
import { VoiceSupervisor } from "./voice-supervisor.js";

let shared: VoiceSupervisor | undefined;

/** @throws {ArgumentError} */
export function supervisorArgument(voiceHost: true | VoiceSupervisor): VoiceSupervisor {
  if (voiceHost instanceof VoiceSupervisor) return voiceHost;
  if ((voiceHost as unknown) !== true)
    throw new ArgumentError("voiceHost", "true or a VoiceSupervisor", typeof voiceHost);
  return (shared ??= new VoiceSupervisor());
}

/**
 * Refuses what leads out of this process, or what a supervisor does itself.
 * @throws {ArgumentError}
 */
export function assertNotGiven(options: object, names: readonly string[]): void {
  const given: Partial<Record<string, unknown>> = { ...options };
  for (const name of names)
    if (given[name] !== undefined)
      throw new ArgumentError(
        name,
        "nothing beside `voiceHost`, or an option of its VoiceSupervisor",
        "a value",
      );
}
