import type { Snowflake, WebAddress } from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import { NO_EVENT_WEBHOOKS } from "../domain/records/oauth2/event-webhooks.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import type { EndpointCheck } from "./endpoint-check.js";

export interface RechecksParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
  readonly check: EndpointCheck;
  /** A random whole number below a limit. */
  readonly randomBelow: (limit: number) => number;
}

const HOUR_MS = 3_600_000;
/** From one round to the next, hours. */
const HOURS_MIN = 6;
const HOURS_MAX = 24;

/**
 * Sends the addresses for event webhooks a wrong signature at random times (R§1.1): one that does not reject it is removed. One that
 * does not answer at all fails with its events.
 */
export class Rechecks {
  readonly #parts: RechecksParts;
  #timer: Timer | undefined;
  #isStopped = false;
  #isRunning = false;
  /** A round was due while one ran: the clock can jump over several, and slow addresses make one longer than the time between two. */
  #isAnotherDue = false;

  constructor(parts: RechecksParts) {
    this.#parts = parts;
  }

  start(): void {
    const { clock, guard, randomBelow } = this.#parts;
    const wait = HOURS_MIN * HOUR_MS + randomBelow((HOURS_MAX - HOURS_MIN) * HOUR_MS);
    this.#timer = clock.after(wait, () => {
      this.start();
      guard.start("the check of addresses for event webhooks", this.#rounds());
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** Removes the address of an application, with the reason. Nothing happens when it has another one by now. */
  remove(applicationId: Snowflake, url: WebAddress, disabledReason: string): void {
    const { world, publisher } = this.#parts;
    publisher.perform(() => {
      const application = world.applications.get(applicationId);
      if (application?.eventWebhooks?.url !== url) return [];
      const { status } = NO_EVENT_WEBHOOKS;
      const eventWebhooks = { ...application.eventWebhooks, url: undefined, status, disabledReason };
      world.applications.put({ ...application, eventWebhooks });
      return [];
    });
  }

  /** Rounds that become due meanwhile are one more, after this one. */
  async #rounds(): Promise<void> {
    this.#isAnotherDue = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isAnotherDue) {
        this.#isAnotherDue = false;
        await this.#round();
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #round(): Promise<void> {
    // One after the other: nobody waits for them.
    for (const { id, eventWebhooks } of this.#parts.world.applications.all()) {
      if (this.#isStopped) return;
      if (eventWebhooks?.url !== undefined) await this.#examine(id, eventWebhooks.url);
    }
  }

  async #examine(id: Snowflake, url: WebAddress): Promise<void> {
    const problem = await this.#parts.check.wrongSignatureProblem(id, url);
    if (problem !== undefined && !this.#isStopped) this.remove(id, url, problem);
  }
}
