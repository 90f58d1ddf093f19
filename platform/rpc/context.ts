import type { Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import type { WireTap } from "../taps/wire-tap.js";

/** The parts of the platform that desktop apps use. */
export interface RpcContext {
  readonly world: World;
  readonly clock: TimerClock;
  /** Measures how much games send; the control API does not move it. */
  readonly machineClock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
  readonly tap: WireTap;
  /** Known once the platform listens. */
  readonly addresses: { readonly webBase: string };
  /** Account that approves every authorize request. */
  readonly autoApprove: Snowflake | undefined;
}
