import { endKey } from "../../records/end-key.js";
import { withArchived } from "../../records/thread/thread.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ClockPort } from "../../world/ports.js";
import type { Fact } from "../../facts/facts.js";
import { writeThread } from "./thread-changes.js";

/** Threads that are archived in one sweep; the others wait for the next. */
const SWEEP_LIMIT = 100;

/** Archives the threads without a message for their archive duration. */
export function sweepThreads(world: GuildWorld & ClockPort): Fact[] {
  const now = world.clock.now();
  return world.threads.listUpTo("due", endKey(now), SWEEP_LIMIT).flatMap((thread) => {
    const guild = world.guilds.get(thread.guildId);
    if (guild !== undefined) return writeThread(world, guild, thread, withArchived(thread, true, now));
    world.threads.put(withArchived(thread, true, now));
    return [];
  });
}
