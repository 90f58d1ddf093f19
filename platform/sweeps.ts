import type { TimerClock } from "./clock/clock.js";
import { sweepAuditLogs } from "./domain/rules/guild/audit-log.js";
import { sweepInteractions } from "./domain/rules/interaction/sweep.js";
import { dissolve } from "./domain/rules/lobby/membership.js";
import { sweepEphemeralFiles } from "./domain/rules/interaction/ephemeral-files.js";
import { sweepPolls } from "./domain/rules/message/polls.js";
import { sweepSubscriptions } from "./domain/rules/monetisation/sweep.js";
import { sweepGrants } from "./domain/rules/oauth2/sweep.js";
import { sweepHeadlessSessions } from "./domain/rules/presence/headless-sessions.js";
import { sweepEvents } from "./domain/rules/scheduled-event/sweep.js";
import { sweepStages } from "./domain/rules/stage-instance/silent-stages.js";
import { sweepThreads } from "./domain/rules/thread/sweep.js";
import { purgeMore } from "./domain/rules/message/deleted-authors.js";
import { dropMoreOfGuilds } from "./domain/reactions/guild/dropped-guilds.js";
import { dropMore } from "./domain/world/message/dropped-channels.js";
import type { Publisher } from "./domain/reactions/publisher.js";
import { idleLobbies } from "./domain/rules/lobby/idle.js";
import type { World } from "./domain/world/world.js";
import type { Guard } from "./guard/guard.js";

const SWEEP_MS = 1000;
/** A checkpoint waits for the disk, so not every sweep has one. */
const SWEEPS_PER_CHECKPOINT = 10;

export interface SweepParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
}

/**
 * Removes idle lobbies, silent stages, what has expired, and old entries of audit logs, starts and ends scheduled events, renews and ends
 * subscriptions, and archives threads, every second; writes a checkpoint every ten. Retries what fails.
 */
export function sweepForever(parts: SweepParts): void {
  const { world, clock, publisher, guard } = parts;
  let sweeps = 0;
  const sweep = (): void => {
    // Schedules the next sweep first, so that a failing sweep does not stop the others.
    clock.after(SWEEP_MS, sweep);
    sweeps += 1;
    if (sweeps % SWEEPS_PER_CHECKPOINT === 0)
      guard.isolate("a checkpoint of the database", () => world.store.checkpoint());
    guard.isolate("the sweep of idle lobbies", () => dissolveIdle(parts));
    guard.isolate("the sweep of deleted channels and servers", () =>
      publisher.perform(() => {
        dropMore(world);
        dropMoreOfGuilds(world);
        return [];
      }),
    );
    guard.isolate("the sweep of banned users' messages", () => publisher.perform(() => purgeMore(world)));
    guard.isolate("the sweep of what has ended", () =>
      publisher.perform(() => {
        sweepGrants(world);
        sweepAuditLogs(world);
        sweepInteractions(world);
        sweepEphemeralFiles(world);
        return [
          ...sweepEvents(world),
          ...sweepPolls(world),
          ...sweepThreads(world),
          ...sweepStages(world),
          ...sweepHeadlessSessions(world),
          ...sweepSubscriptions(world),
        ];
      }),
    );
  };
  sweep();
}

/** Dissolves each lobby separately, so that a failure does not affect other lobbies. */
function dissolveIdle({ world, publisher, guard }: SweepParts): void {
  for (const lobby of idleLobbies(world))
    guard.isolate("the end of an idle lobby", () => publisher.perform(() => dissolve(world, lobby)));
}
