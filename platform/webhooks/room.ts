import type { WebAddress } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import type { WireTap } from "../taps/wire-tap.js";
import { EndpointCheck } from "./endpoint-check.js";
import { Outgoing } from "../outgoing/outgoing.js";
import { Rechecks } from "./rechecks.js";
import { Sender } from "./sender.js";

export interface EventWebhooksParts {
  readonly world: World;
  readonly clock: TimerClock;
  /** Limits requests; tests do not move it. */
  readonly machineClock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
  /** Whether events may go to this machine and private networks, too. */
  readonly isLocalAllowed: boolean;
  /** A random whole number below a limit. */
  readonly randomBelow: (limit: number) => number;
  readonly tap: WireTap;
}

/** Event webhooks: checks the addresses of applications and sends them their events. */
export class EventWebhooksRoom {
  readonly sender: Sender;
  readonly rechecks: Rechecks;
  readonly #check: EndpointCheck;

  constructor(parts: EventWebhooksParts) {
    const { world, machineClock, isLocalAllowed, tap } = parts;
    const outgoing = new Outgoing({ clock: machineClock, isLocalAllowed, tap });
    this.#check = new EndpointCheck(world, outgoing);
    this.sender = new Sender({ ...parts, outgoing });
    this.rechecks = new Rechecks({ ...parts, check: this.#check });
  }

  /** The reason why an address cannot receive the events of an application, in words; undefined: it can. */
  eventWebhookProblem(applicationId: string, url: WebAddress): Promise<string | undefined> {
    return this.#check.eventWebhookProblem(applicationId, url);
  }

  /** The reason why an address cannot receive the interactions of an application, in words; undefined: it can. */
  interactionsProblem(applicationId: string, url: WebAddress): Promise<string | undefined> {
    return this.#check.interactionsProblem(applicationId, url);
  }
}
