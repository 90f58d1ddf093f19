import type { TimerClock } from "./clock/clock.js";
import { dissolve } from "./domain/rules/lobby/membership.js";
import { sweepGrants } from "./domain/rules/oauth2/sweep.js";
import type { Publisher } from "./domain/reactions/publisher.js";
import { idleLobbies, type IdleSince } from "./domain/rules/lobby/idle.js";
import type { World } from "./domain/world/world.js";
import type { Guard } from "./guard/guard.js";

const SWEEP_MS = 1000;

export interface SweepParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
}

/** Ends every second what is over by itself: idle lobbies, codes and tokens. What cannot be ended now is tried again. */
export function sweepForever(parts: SweepParts): void {
  const { world, clock, publisher, guard } = parts;
  const idleSince: IdleSince = new Map();
  const sweep = (): void => {
    // First, so that a fault of one sweep does not end them all.
    clock.after(SWEEP_MS, sweep);
    guard.isolate("the sweep of idle lobbies", () => dissolveIdle(parts, idleSince));
    guard.isolate("the sweep of codes and tokens", () =>
      publisher.perform(() => {
        sweepGrants(world);
        return [];
      }),
    );
  };
  sweep();
}

/** Each lobby by itself: one that cannot go keeps no other. */
function dissolveIdle({ world, publisher, guard }: SweepParts, idleSince: IdleSince): void {
  for (const lobby of idleLobbies(world, idleSince))
    guard.isolate("the end of an idle lobby", () => publisher.perform(() => dissolve(world, lobby)));
}
